import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { eventually } from '@kitroom/testing/eventually';
import { createEmptyDatabase } from '@kitroom/testing/test-databases';
import { reserveTestPort } from '@kitroom/testing/test-ports';
import { runServiceCommand } from '@kitroom/testing/test-processes';
import { BRAND, CLUB, kitLine, toBytes, useInterchange } from './interchange.ts';

const GOOD = [BRAND, CLUB, kitLine('k')];

const catalogue = useInterchange();

describe('catalogue import', () => {
  it('loads a file and reports the number of new and changed records', async () => {
    expect(await catalogue.importFile(GOOD)).toEqual({
      status: 0,
      stdout: '',
      stderr:
        'brands: 1 new, 0 changed; clubs: 1 new, 0 changed; seasons: 1 new, 0 changed; ' +
        'kit_types: 1 new, 0 changed; kits: 1 new, 0 changed.\n',
    });
    const { stderr } = await catalogue.importFile([kitLine('k', { rating: 1 })]);
    expect(stderr).toBe('kits: 0 new, 1 changed.\n');
  });

  it('reads standard input when the file is -', async () => {
    const { status } = await catalogue.run(['import', '-'], toBytes(GOOD).toString());
    expect(status).toBe(0);
    expect(await catalogue.rows('select slug from kits')).toEqual([{ slug: 'k' }]);
  });

  it('stores nothing of a file with a bad line, and reports line, key and problem in one line', async () => {
    const bad = kitLine('bad\tslug', { rating: 6 });
    expect(await catalogue.importFile([...GOOD, bad, BRAND])).toEqual({
      status: 1,
      stdout: '',
      stderr: `catalogue: line 4 (bad\\u0009slug): "rating" must be at most 5; it is 6\n`,
    });
    expect(await catalogue.count()).toBe(0);
  });

  it('changes nothing with an empty file', async () => {
    expect(await catalogue.importFile([])).toMatchObject({ status: 0, stderr: 'Nothing changed.\n' });
  });

  it('reports each bad line with --skip-invalid, stores the others and exits with 1', async () => {
    const result = await catalogue.importFile(
      [
        BRAND,
        'no JSON',
        CLUB,
        kitLine('a'),
        kitLine('b\n', { club: 'x' }),
        { kind: 'season', year: '1' },
        kitLine('c'),
      ],
      '--skip-invalid',
    );
    expect(result).toMatchObject({ status: 1, stdout: '' });
    expect(result.stderr.trimEnd().split('\n')).toEqual([
      expect.stringMatching(/^line 2: is not JSON: /),
      'line 5 (b\\u000a): "club" refers to the club "x", which neither an earlier line nor the database has',
      'line 6 (1): "year" must be a season such as 2024 or 2024-25; it is "1"',
      expect.stringMatching(/^brands: 1 new.*kits: 2 new, 0 changed\.$/),
      'catalogue: skipped 3 invalid lines',
    ]);
    expect(await catalogue.rows('select slug from kits order by id')).toEqual([{ slug: 'a' }, { slug: 'c' }]);
    expect(await catalogue.rows('select year from seasons')).toEqual([{ year: '2024-25' }]);
  });

  it('skips lines that refer to a bad line with --skip-invalid', async () => {
    const result = await catalogue.importFile(
      [BRAND, { ...CLUB, country: '?' }, kitLine('k')],
      '--skip-invalid',
    );
    expect(result.status).toBe(1);
    expect(result.stderr).toContain('line 3 (k): "club" refers to');
    expect(await catalogue.count()).toBe(1);
  });

  it('exits with 0 with --skip-invalid when no line is bad', async () => {
    expect((await catalogue.importFile(GOOD, '--skip-invalid')).status).toBe(0);
    expect(await catalogue.count()).toBe(5);
  });

  it('reports in one line why a file cannot be read', async () => {
    const { folder } = catalogue;
    const socket = join(folder, 'socket');
    const server = createServer().listen(socket);
    await once(server, 'listening');
    const results = [];
    for (const file of [join(folder, 'missing.ndjson'), folder, socket]) {
      results.push(await catalogue.run(['import', file]));
    }
    server.close();
    expect(results.map(({ status, stdout }) => ({ status, stdout }))).toEqual(
      Array.from({ length: 3 }, () => ({ status: 1, stdout: '' })),
    );
    expect(results.map(({ stderr }) => stderr)).toEqual([
      `catalogue: ${folder}/missing.ndjson cannot be read: there is no such file\n`,
      `catalogue: ${folder} cannot be read: it is a directory\n`,
      `catalogue: ${socket} cannot be read: ENXIO\n`,
    ]);
  });

  it('reports in one line that the database is unavailable', async () => {
    const url = `postgres://nobody@127.0.0.1:${await reserveTestPort()}/nothing`;
    const { status, stderr } = await runServiceCommand('catalogue', ['import', '-'], {
      env: { DATABASE_URL: url },
    });
    expect(status).toBe(1);
    expect(stderr).toMatch(/^catalogue: .*ECONNREFUSED.*\n$/);
  });

  it('migrates a new database first', async () => {
    const database = await createEmptyDatabase();
    const env = { DATABASE_URL: database.url };
    const run = (args: string[], input: string) => runServiceCommand('catalogue', args, { env, input });
    const { status } = await run(['import', '-'], toBytes(GOOD).toString());
    const { stdout } = await run(['export'], '');
    await database.drop();
    expect(status).toBe(0);
    expect(stdout.trimEnd().split('\n')).toHaveLength(5);
  });

  it('exits with 2 unless it gets exactly one file and known options, and prints its help', async () => {
    for (const args of [['import'], ['import', 'a', 'b'], ['import', '--force', 'a']]) {
      expect(await catalogue.run(args)).toMatchObject({ status: 2, stdout: '' });
    }
    const help = await catalogue.run(['import', '--help']);
    expect(help).toMatchObject({ status: 0, stderr: '' });
    expect(help.stdout).toContain('--skip-invalid');
  });
});

describe('a running catalogue import', () => {
  it('is invisible to other transactions, and a second import waits until it has ended', async () => {
    const first = startImport();
    first.write(manyLines());
    await untilWriting();
    expect(await catalogue.count()).toBe(0);

    const second = catalogue.importFile([kitLine('of-the-second')]);
    await eventually(async () => {
      const waiting =
        await catalogue.rows(`select 1 from pg_locks join pg_database on pg_database.oid = database
        where locktype = 'advisory' and not granted and datname = current_database()`);
      expect(waiting).toHaveLength(1);
    });
    first.write(toBytes([kitLine('of-the-first')]));
    first.end();
    expect(await first.ended).toEqual({ status: 0, signal: null });
    expect(await second).toMatchObject({ status: 0, stderr: 'kits: 1 new, 0 changed.\n' });
    expect(await catalogue.rows("select slug from kits where slug like 'of%' order by id")).toEqual([
      { slug: 'of-the-first' },
      { slug: 'of-the-second' },
    ]);
  });

  it.each(['SIGKILL', 'SIGTERM', 'SIGINT'] as const)(
    'leaves nothing behind when it is ended by %s',
    async (signal) => {
      await catalogue.load(GOOD);
      const before = await catalogue.versions();
      const killed = startImport();
      killed.write(manyLines());
      await untilWriting();
      killed.kill(signal);
      expect(await killed.ended).toEqual({ status: null, signal });
      await eventually(async () => expect(await writers()).toEqual([]));
      expect(await catalogue.versions()).toEqual(before);
      expect((await catalogue.importFile([kitLine('after')])).stderr).toBe('kits: 1 new, 0 changed.\n');
    },
  );
});

/** More than an import keeps in memory before it writes. */
function manyLines(): Buffer {
  const kits = Array.from({ length: 6000 }, (_, at) => kitLine(`k${at}`));
  return toBytes([BRAND, { ...CLUB, name: 'Changed' }, ...kits]);
}

/** `catalogue import -`, fed by hand. */
function startImport() {
  const main = resolve(import.meta.dirname, '../src/main.ts');
  const child = spawn(process.execPath, [main, 'import', '-'], {
    env: { PATH: process.env.PATH, DATABASE_URL: catalogue.databaseUrl },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.stdin.on('error', () => {});
  return {
    write: (bytes: Buffer) => void child.stdin.write(bytes),
    end: () => void child.stdin.end(),
    kill: (signal: NodeJS.Signals) => void child.kill(signal),
    ended: once(child, 'close').then(([status, signal]: unknown[]) => ({ status, signal })),
  };
}

/** Waits until an import has read all of `manyLines` that makes full batches, and waits for more. */
async function untilWriting(): Promise<void> {
  await eventually(async () => {
    expect(await writers()).toEqual([
      expect.objectContaining({
        state: 'idle in transaction',
        query: expect.stringContaining('incoming_kits'),
      }),
    ]);
  }, 20_000);
}

/** Imports inside a transaction, with their last statement. */
function writers() {
  return catalogue.rows(`select state, query from pg_stat_activity
    where datname = current_database() and backend_xid is not null and pid <> pg_backend_pid()`);
}

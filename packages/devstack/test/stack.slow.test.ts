import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { describeProcess, isRunning } from '../src/process-lock.mjs';
import { endRuns, health, startStandIns, type Run } from './stand-ins/start-stand-ins.ts';

let dataDir = '';

beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'kitroom-stack-'));
  chmodSync(dataDir, 0o755);
});

afterEach(endRuns);

afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

describe('npm start', () => {
  it('starts all services, fills an empty catalogue once, keeps its keys, and exits with 0', async () => {
    const first = await start();
    expect(await first.untilReady()).toContain(`curl '${first.catalogue}/api/clubs/search?keyword=bayren'`);
    const reported = await health(first.catalogue);
    expect(await first.end()).toBe(0);
    expect(isRunning(describeProcess(reported.pid))).toBe(false);
    expect(first.output.join('\n')).toContain('Loading the demo catalogue');

    const second = await start();
    await second.untilReady();
    expect(second.output.join('\n')).not.toContain('Loading the demo catalogue');
    expect((await health(second.catalogue)).secret).toBe(reported.secret);
    expect(reported.secret).toMatch(/^[0-9a-f]{64}$/);
    expect(second.output.join('\n')).toMatch(
      new RegExp(`collection   DATABASE_URL=\\S+/collection SECRET_KEY=${reported.secret}\n`),
    );
    const credentials = /username +demo\n +password +[0-9a-f]{64}\n +token +token-of-demo\n/;
    const shown = credentials.exec(first.output.join('\n'))?.[0];
    expect(shown).toBeDefined();
    expect(second.output.join('\n')).toContain(shown);
  });

  it("writes the services' logs to files, and prints their warnings", async () => {
    const run = await start();
    await run.untilReady();
    expect(run.problems).toContain('catalogue: warning: a warning');
    await run.end();
    expect(readFileSync(join(dataDir, 'logs/catalogue.log'), 'utf8')).toMatch(
      /listening.*\n.*a warning.*\n.*stopping/,
    );
  });

  it('starts a stand-in archive for the catalogue, and stops it last', async () => {
    const run = await start();
    const report = await run.untilReady();
    expect(report).toContain(`Archive        ${run.archive} (a stand-in)`);
    expect(report).toContain(`curl -X POST '${run.catalogue}/api/user-collection/1057/scrape'`);
    expect((await health(run.catalogue)).archive).toBe(run.archive);
    expect((await fetch(`${run.archive}/user/1057/`)).status).toBe(200);
    await run.end();
    for (const service of ['catalogue', 'collection']) {
      const log = readFileSync(join(dataDir, `logs/${service}.log`), 'utf8');
      expect(log).toMatch(/stopping.*\n.*the archive responds with 200/);
    }
    await expect(fetch(run.archive)).rejects.toThrow('fetch failed');
  });

  it('starts no stand-in archive if ARCHIVE_BASE_URL is set', async () => {
    const run = await start({ ARCHIVE_BASE_URL: 'http://127.0.0.1:9' });
    const report = await run.untilReady();
    expect(report).not.toContain('stand-in');
    expect(report).not.toContain('user-collection');
    expect((await health(run.catalogue)).archive).toBe('http://127.0.0.1:9');
    await expect(fetch(run.archive)).rejects.toThrow('fetch failed');
  });

  it('stores photos and e-mails in its data folder, unless MEDIA_ROOT and MAIL_ROOT are set', async () => {
    const run = await start();
    await run.untilReady();
    expect(await health(run.collection)).toMatchObject({
      media: join(dataDir, 'media'),
      mail: join(dataDir, 'mail'),
    });
    await run.end();
    const configured = await start({ MEDIA_ROOT: '/elsewhere', MAIL_ROOT: '/mails' });
    await configured.untilReady();
    expect(await health(configured.collection)).toMatchObject({ media: '/elsewhere', mail: '/mails' });
  });

  it('requires no second factor from staff, unless ADMIN_REQUIRE_MFA is set', async () => {
    const run = await start();
    await run.untilReady();
    expect((await health(run.collection)).mfa).toBe('false');
    await run.end();
    const configured = await start({ ADMIN_REQUIRE_MFA: 'on' });
    await configured.untilReady();
    expect((await health(configured.collection)).mfa).toBe('on');
  });

  it('replaces the demo token, and does not print the SECRET_KEY, if SECRET_KEY has changed', async () => {
    const run = await start({ SECRET_KEY: 'k'.repeat(32), STAND_IN: 'other-key' });
    const report = await run.untilReady();
    expect(report).toContain('token-of-demo');
    // The user who set it knows it.
    expect(report).not.toContain('kkk');
  });

  it('rejects a second start in one line without affecting the first', async () => {
    const first = await start();
    await first.untilReady();
    const second = await start();
    expect(await second.status).toBe(1);
    expect(second.problems).toEqual([
      expect.stringMatching(/^npm start is already running here, as process \d+;/),
    ]);
    expect((await health(first.catalogue)).status).toBe('healthy');
  });

  it('stops all services and prints the last log lines when a service exits unexpectedly', async () => {
    const run = await start();
    await run.untilReady();
    const { pid } = await health(run.collection);
    await fetch(`${run.catalogue}/die`).catch(() => undefined);
    expect(await run.status).toBe(1);
    expect(run.problems.at(-1)).toMatch(
      /^the catalogue has exited unexpectedly \(status 3\); its last lines:\n.*fell over/s,
    );
    expect(isRunning(describeProcess(pid))).toBe(false);
  });

  it('prints the reason if a service does not start', async () => {
    const run = await start({ STAND_IN: 'refuses' });
    expect(await run.status).toBe(1);
    expect(run.problems.at(-1)).toMatch(
      /^the (catalogue|collection) does not start: .*\n {2}STAND_IN is "refuses"/,
    );
    expect(existsSync(join(dataDir, 'start.lock'))).toBe(false);
  });

  it('exits with 0 if it is stopped before it is ready', async () => {
    const run = await start();
    expect(await run.end()).toBe(0);
    expect(run.output.at(-1)).toBe('Stopping …');
  });
});

function start(env: Record<string, string> = {}): Promise<Run> {
  return startStandIns(dataDir, { env });
}

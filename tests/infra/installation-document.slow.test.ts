import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseEnv } from 'node:util';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { startPostgres, type EmbeddedPostgres } from '@kitroom/devstack/embedded-postgres';
import { describeWhere } from '@kitroom/testing/describe-where';
import { eventually } from '@kitroom/testing/eventually';
import { reserveTestPort } from '@kitroom/testing/test-ports';
import { startTestService, type TestService } from '@kitroom/testing/test-processes';
import { startRedis, type TestRedis } from '@kitroom/testing/test-redis';
import { testVariables } from '@kitroom/testing/test-servers';
import { repository } from './repository.ts';

const MINUTE = 60_000;
const page = readFileSync(join(repository, 'docs/installation.md'), 'utf8');
const blocks = [...page.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block = '']) => block);
const units = join(repository, 'infra/systemd');
const NEEDED = ['psql', 'envsubst', 'openssl', 'curl', 'systemd-analyze'];
const isThere =
  process.env[testVariables.nginx] && process.env[testVariables.redisServer] && NEEDED.every(findOnPath);

/** Commands that change the system: their calls are recorded, and the test starts the units itself. */
const SYSTEM = ['apt-get', 'useradd', 'npx', 'chgrp', 'systemctl', 'promtool'];

/** Ports in the document; each is replaced by a free port. */
const PORTS = ['4000', '4001', '9464', '9465', '9466', '9467'];
const STUBS = {
  ...Object.fromEntries(SYSTEM.map((name) => [name, `echo "${name} $*" >> "$CALLS"`])),
  runuser: 'shift 3; exec "$@"',
  nginx:
    'exec "$REAL_NGINX" -p "$ETC/nginx" -c "$ETC/nginx/nginx.conf" -e stderr -g "$DAEMON pid $ETC/pid;" "$@"',
};

interface PrometheusConfiguration {
  scrape_configs: Array<{ job_name: string; static_configs: Array<{ targets: string[] }> }>;
}

describeWhere(
  isThere,
  { title: 'docs/installation.md', missing: 'this machine lacks a program of it' },
  () => {
    let folder: string;
    let postgres: EmbeddedPostgres;
    let redis: TestRedis;
    let env: Record<string, string>;
    let replace: (text: string) => string;
    /** Running services by instance name. */
    const running = new Map<string, TestService>();
    let nginx: ReturnType<typeof spawn> | undefined;

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'kitroom-installation-'));
      chmodSync(folder, 0o755);
      [postgres, redis] = await Promise.all([
        startPostgres({ dataDir: join(folder, 'postgres'), forTests: true }),
        startRedis(),
      ]);
      const etc = join(folder, 'etc');
      for (const name of ['etc/nginx', 'etc/prometheus', 'units', 'stubs', 'log'])
        mkdirSync(join(folder, name), { recursive: true });
      for (const [name, script] of Object.entries(STUBS)) {
        writeFileSync(join(folder, 'stubs', name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
      }
      symlinkSync(process.execPath, join(folder, 'stubs/node'));
      const server = new URL(postgres.url('postgres'));
      env = {
        PATH: `${join(folder, 'stubs')}:${process.env.PATH}`,
        CALLS: join(folder, 'calls'),
        DAEMON: '',
        ETC: etc,
        REAL_NGINX: process.env[testVariables.nginx] ?? '',
        PGHOST: server.hostname,
        PGPORT: server.port,
        PGUSER: server.username,
        PGPASSWORD: server.password,
      };
      const http = await reserveTestPort();
      const ports = new Map<string, string>();
      for (const port of PORTS) ports.set(port, String(await reserveTestPort()));
      const elsewhere: Array<[RegExp, string]> = [
        [/ -g kitroom\b/g, ''],
        [/\/opt\/kitroom/g, repository],
        [/\/etc\/systemd\/system/g, join(folder, 'units')],
        [/\/etc\/(?=kitroom|nginx|prometheus)/g, `${etc}/`],
        [/\/var\/(lib|cache|log)\//g, `${folder}/$1/`],
        [/\b5432\b/g, server.port],
        [/\b6379\b/g, new URL(redis.url).port],
        [/NGINX_LISTEN=80\b/g, `NGINX_LISTEN=127.0.0.1:${http}`],
        [/127\.0\.0\.1(?=\/)/g, `127.0.0.1:${http}`],
      ];
      mkdirSync(join(folder, 'log/nginx'));
      replace = (text) =>
        elsewhere
          .reduce((read, [from, to]) => read.replaceAll(from, to), text)
          .replaceAll(new RegExp(`\\b(${PORTS.join('|')})\\b`, 'g'), (port) => ports.get(port) ?? port);
    }, 2 * MINUTE);

    afterAll(async () => {
      nginx?.kill();
      await Promise.all([...running.values()].map((service) => service.kill('SIGKILL')));
      await redis?.stop();
      await postgres?.stop();
      rmSync(folder, { recursive: true, force: true });
    }, MINUTE);

    /** Runs a block of the page; its standard output is a socket, as under systemd. */
    async function run(block: string): Promise<string> {
      const child = spawn('bash', ['-euc', replace(block)], { env, stdio: ['ignore', 'pipe', 'pipe'] });
      const output = { stdout: '', stderr: '' };
      child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text));
      child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text));
      const status = await new Promise((done) => child.once('close', done));
      expect({ block, status, ...(status !== 0 && output) }).toEqual({ block, status: 0 });
      return output.stdout;
    }

    /** Starts the command of a systemd unit with its environment. */
    async function startUnit(name: string): Promise<void> {
      const [unit = '', instance = ''] = name.split('@');
      const dropIn = join(folder, 'units', `${name}.service.d/metrics.conf`);
      const files = [join(folder, 'units', `${unit}@.service`), ...(existsSync(dropIn) ? [dropIn] : [])];
      const text = replace(files.map((file) => readFileSync(file, 'utf8')).join('\n')).replaceAll(
        '%i',
        instance,
      );
      const all = (key: string) =>
        [...text.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value = '']) => value);
      const [, service = '', command = ''] =
        /^\/usr\/bin\/node services\/(\w+)\/src\/main\.ts (\w+)$/.exec(all('ExecStart')[0] ?? '') ?? [];
      expect([service, all('WorkingDirectory')]).toEqual([
        expect.stringMatching(/^(catalogue|collection)$/),
        [repository],
      ]);
      const unitVariables = parseEnv(all('Environment').join(' ').replaceAll(' ', '\n'));
      const shared = all('EnvironmentFile').map((file) => parseEnv(readFileSync(file, 'utf8')));
      const variables = Object.assign({}, unitVariables, ...shared) as Record<string, string>;
      running.set(
        name,
        await startTestService(service as 'catalogue' | 'collection', variables, {
          command: [command],
          waits: command === 'serve',
        }),
      );
    }

    /** Reads the metrics of the processes that the document's Prometheus configuration finds. */
    async function readProcesses() {
      const file = readFileSync(join(folder, 'etc/prometheus/prometheus.yml'), 'utf8');
      const { scrape_configs: jobs } = parse(replace(file)) as PrometheusConfiguration;
      const targets = jobs.flatMap(({ job_name: job, static_configs: lists }) =>
        lists.flatMap(({ targets: addresses }) => addresses.map((address) => ({ job, address }))),
      );
      return Promise.all(
        targets.map(async ({ job, address }) => {
          const metrics = await (await fetch(`http://${address}/metrics`)).text();
          const has = (name: string) => new RegExp(`^${name}\\b`, 'm').test(metrics);
          return { job, isCatalogue: has('scrapes_total'), servesHttp: has('http_listening') };
        }),
      );
    }

    it('refers to systemd units that systemd-analyze accepts', () => {
      const files = readdirSync(units).map((name) => {
        const text = readFileSync(join(units, name), 'utf8').replaceAll('/usr/bin/node', process.execPath);
        const file = join(folder, name);
        writeFileSync(file, text.replaceAll('/opt/kitroom', repository));
        return file;
      });
      expect(files.map((file) => basename(file))).toEqual([
        'kitroom-catalogue@.service',
        'kitroom-collection@.service',
        'kitroom-worker@.service',
      ]);
      const { status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', ...files], {
        encoding: 'utf8',
      });
      expect([status, stdout, stderr]).toEqual([0, '', '']);
    });

    it('names the pnpm version of package.json', () => {
      const { packageManager } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as {
        packageManager: string;
      };
      expect(page).toContain(`npx -y ${packageManager} install`);
    });

    it(
      'installs both services behind nginx when its commands are run in order',
      async () => {
        const verification = blocks.at(-1) ?? '';
        for (const block of blocks.slice(0, -1)) {
          await run(block);
          const calls = existsSync(join(folder, 'calls')) ? readFileSync(join(folder, 'calls'), 'utf8') : '';
          rmSync(join(folder, 'calls'), { force: true });
          for (const [, names = ''] of calls.matchAll(/^systemctl (?:enable --now|restart) (.*)$/gm)) {
            for (const name of names.split(' ')) {
              await running.get(name)?.kill();
              await startUnit(name);
            }
          }
          if (calls.includes('systemctl reload nginx')) {
            nginx = spawn(join(folder, 'stubs/nginx'), {
              env: { ...env, DAEMON: 'daemon off;' },
              stdio: 'pipe',
            });
          }
        }
        expect(running.size).toBe(4);
        for (const file of ['catalogue.env', 'collection.env']) {
          expect(statSync(join(folder, 'etc/kitroom', file)).mode & 0o777).toBe(0o640);
        }
        await eventually(async () => {
          expect(await run(verification)).toBe('{"status":"ready"}'.repeat(4));
        }, MINUTE);
        const searched = await run(
          "curl -s -H 'Host: collection.example.org' 'http://127.0.0.1/archive/seasons/search/?keyword=1999'",
        );
        expect(JSON.parse(searched)).toEqual({ results: [] });
        for (const service of running.values())
          await service.waitForLine((line) => /listening|processing jobs/.test(line));
        expect(readFileSync(join(folder, 'log/nginx/kitroom.log'), 'utf8')).toContain('"path":"/api/ready"');
        expect(readdirSync(join(folder, 'lib/kitroom'))).toContain('bulk');
        const processes = await readProcesses();
        expect(processes).toEqual([
          { job: 'catalogue', isCatalogue: true, servesHttp: true },
          { job: 'catalogue', isCatalogue: true, servesHttp: false },
          { job: 'collection', isCatalogue: false, servesHttp: true },
          { job: 'collection', isCatalogue: false, servesHttp: false },
        ]);
      },
      5 * MINUTE,
    );
  },
);

function findOnPath(program: string): boolean {
  return (process.env.PATH ?? '').split(':').some((directory) => existsSync(join(directory, program)));
}

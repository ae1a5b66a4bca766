import { spawn, type ChildProcess } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeWhere } from '@kitroom/testing/describe-where';
import { eventually } from '@kitroom/testing/eventually';
import { reserveTestPort } from '@kitroom/testing/test-ports';
import { startStubDocker, type StubDocker } from './compose/stub-docker.ts';
import { TYPED_PASSWORD } from './compose/stub-project.ts';
import { buildImages, canRunImages } from './images.ts';
import { INSTALLED_BIN } from './installed-postgres.ts';
import { repository } from './repository.ts';
import { runProgram } from './run-program.ts';

const MINUTE = 60_000;
const operations = readFileSync(join(repository, 'docs/operations.md'), 'utf8');
const page = operations.slice(operations.indexOf('## From nothing')).split(/\n## (?!From)/)[0] ?? '';
const blocks = [...page.matchAll(/^```(sh|caddy)\n(.*?)^```/gms)].map(([, kind, text = '']) => ({
  kind,
  text,
}));
const isThere = canRunImages && INSTALLED_BIN && ['caddy', 'openssl', 'curl'].every(findOnPath);

describeWhere(
  isThere,
  { title: 'the installation in docs/operations.md', missing: 'this machine lacks a program of it' },
  () => {
    let folder: string;
    let docker: StubDocker;
    let env: Record<string, string>;
    let replace: (text: string) => string;
    let caddy: ChildProcess | undefined;
    let caddyLog = '';

    beforeAll(async () => {
      const images = await buildImages();
      folder = mkdtempSync(join(tmpdir(), 'kitroom-small-'));
      // Images and PostgreSQL run as other users, who need access.
      chmodSync(folder, 0o755);
      for (const name of ['stubs', 'site', 'backups']) mkdirSync(join(folder, name));
      // Copies only files that a fresh clone has.
      const isCommitted = (path: string) => !/\/[\w-]*(?<!-limits)\.env$/.test(path);
      cpSync(join(repository, 'infra'), join(folder, 'site/infra'), { recursive: true, filter: isCommitted });
      for (const name of ['systemctl', 'git']) {
        writeFileSync(join(folder, 'stubs', name), '#!/bin/sh\n', { mode: 0o755 });
      }
      docker = await startStubDocker(folder, images);
      const [catalogue, collection, showcase] = [
        await reserveTestPort(),
        await reserveTestPort(),
        await reserveTestPort(),
      ];
      const https = await reserveTestPort();
      // Every host name of the document resolves to the test's Caddy, which has its own certificate
      // authority.
      writeFileSync(
        join(folder, '.curlrc'),
        `connect-to = "::127.0.0.1:${https}"\ncacert = "${folder}/caddy/pki/authorities/local/root.crt"\n`,
      );
      env = {
        ...docker.env,
        PATH: `${join(folder, 'stubs')}:${process.env.PATH}`,
        CURL_HOME: folder,
        CATALOGUE_PORT: String(catalogue),
        COLLECTION_PORT: String(collection),
        SHOWCASE_PORT: String(showcase),
        HTTPS_PORT: String(https),
      };
      replace = (text) =>
        text
          .replaceAll('/var/backups/kitroom', join(folder, 'backups'))
          .replace('127.0.0.1:4000', `127.0.0.1:${catalogue}`)
          .replace('127.0.0.1:4001', `127.0.0.1:${collection}`)
          .replace('127.0.0.1:8080', `127.0.0.1:${showcase}`);
    }, 15 * MINUTE);

    afterAll(async () => {
      caddy?.kill();
      await docker?.stop();
      rmSync(folder, { recursive: true, force: true });
    }, MINUTE);

    /** Runs a block of the page, in the repository's root folder. */
    function run(block: string): Promise<string> {
      return runProgram('bash', ['-euc', replace(block)], { env, cwd: join(folder, 'site') });
    }

    /** Starts Caddy with the document's configuration and its own certificates. */
    async function startCaddy(lines: string): Promise<void> {
      const options = ['local_certs', 'skip_install_trust', 'admin off', `https_port ${env['HTTPS_PORT']}`];
      const global = [...options, 'auto_https disable_redirects', `storage file_system ${folder}/caddy`];
      writeFileSync(join(folder, 'Caddyfile'), `{\n${global.join('\n')}\n}\n${replace(lines)}`);
      const args = ['run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')];
      const home = { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
      caddy = spawn('caddy', args, { env: { ...process.env, ...home }, stdio: ['ignore', 'ignore', 'pipe'] });
      caddy.stderr?.on('data', (text) => (caddyLog += String(text)));
      await eventually(async () => {
        const response = await run('curl -sS https://catalogue.example.org/api/ready || true');
        expect([response, response === '' && caddyLog]).toEqual(['{"status":"ready"}', false]);
      }, MINUTE);
    }

    it(
      'starts a healthy site behind Caddy when its commands are run in order',
      async () => {
        const outputs: string[] = [];
        for (const { kind, text } of blocks) {
          if (kind === 'caddy') await startCaddy(text);
          else outputs.push(await run(text));
        }
        expect(blocks.length).toBeGreaterThan(6);
        const checked = outputs.find((text) => text.includes('database: ok')) ?? '';
        expect(checked.match(/^.*: failed.*$/gm)).toBeNull();
        expect(checked.match(/^database: ok$/gm)).toHaveLength(2);
        expect(checked).toContain('"status":"healthy"');
        const addresses = {
          catalogue: 'https://catalogue.example.org',
          collection: 'https://collection.example.org',
        };
        expect(checked).toContain(JSON.stringify(addresses));
        expect(readdirSync(join(folder, 'backups')).some((name) => /^\d{8}T\d{6}Z$/.test(name))).toBe(true);
      },
      10 * MINUTE,
    );

    it(
      'starts a site that supports searching and signing in from the showcase',
      async () => {
        const search = 'https://collection.example.org/archive/clubs/search/?keyword=malaga';
        const clubs = JSON.parse(await run(`curl -fsS '${search}'`)) as { results: Array<{ name: string }> };
        expect(clubs.results.map(({ name }) => name)).toEqual(['Málaga CF']);
        const body = JSON.stringify({ username: 'anna', password: TYPED_PASSWORD });
        const signIn = await run(
          `curl -isS https://collection.example.org/api/accounts/login/ -H 'Origin: https://kits.example.org' --json '${body}'`,
        );
        expect(signIn).toMatch(/^HTTP\/2 200/);
        expect(signIn).toMatch(/^access-control-allow-origin: https:\/\/kits\.example\.org\r$/im);
        expect(signIn).toMatch(/^access-control-allow-credentials: true\r$/im);
        expect(signIn).toMatch(/^set-cookie: .*; secure/im);
        const site = await run('curl -fsS https://kits.example.org/');
        const script = /src="\.?(\/assets\/[^"]+\.js)"/.exec(site)?.[1] ?? '';
        expect(await run(`curl -fsS https://kits.example.org${script}`)).not.toBe('');
        const home = await run('curl -fsS https://catalogue.example.org/');
        expect(home).toContain('https://kits.example.org');
      },
      MINUTE,
    );
  },
);

function findOnPath(program: string): boolean {
  return (process.env.PATH ?? '').split(':').some((directory) => existsSync(join(directory, program)));
}

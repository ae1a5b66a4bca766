import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buildShowcase } from '@kitroom/devstack/showcase-build';
import { eventually } from '@kitroom/testing/eventually';
import { withTestLock } from '@kitroom/testing/test-databases';
import { runNginx } from '@kitroom/testing/test-nginx';
import { testVariables } from '@kitroom/testing/test-servers';

const root = resolve(import.meta.dirname, '../..');
const infra = join(root, 'infra');

/** Local ports of the proxy and of the servers behind it. */
export interface Ports {
  proxy: number;
  catalogue: number;
  collection: number;
  showcase: number;
}

interface Running {
  stop(): Promise<unknown>;
}

/** Serves the build of the showcase with `infra/nginx/showcase.conf`, as its image does. */
export async function serveShowcaseByNginx({ proxy, showcase }: Ports): Promise<Running> {
  const dist = await withTestLock('showcase build', () =>
    buildShowcase(root, new AbortController().signal, () => {}),
  );
  const host = `http://127.0.0.1:${proxy}`;
  return runNginx((folder, port) => {
    mkdirSync(join(folder, 'logs'));
    // nginx runs as another user, who may have no access to the repository.
    cpSync(dist, join(folder, 'site'), { recursive: true });
    const site = readFileSync(join(infra, 'nginx/showcase.conf'), 'utf8')
      .replace('listen 80;', `listen 127.0.0.1:${port};`)
      .replace('/srv/showcase', join(folder, 'site'))
      .replaceAll('/var/log/nginx', join(folder, 'logs'))
      .replaceAll('https://shirts.example.org', host)
      .replace(/(?<=connect-src 'self') [^;]*/, '')
      .replaceAll(/https:\/\/(catalogue|collection)\.example\.org/g, `${host}/$1`);
    writeFileSync(join(folder, 'nginx.conf'), toMainFile(folder, site));
  }, showcase);
}

/** The examples of proxies, with the addresses of this test. */
export const PROXIES = {
  nginx: (ports: Ports): Promise<Running> =>
    runNginx((folder, port) => {
      const example = readFileSync(join(infra, 'nginx/paths.conf'), 'utf8')
        .replace('listen 80;', `listen 127.0.0.1:${port};`)
        .replace('kits.example.org', '127.0.0.1');
      writeFileSync(join(folder, 'nginx.conf'), toMainFile(folder, withPorts(example, ports)));
    }, ports.proxy),
  Caddy: (ports: Ports): Promise<Running> => {
    const example = readFileSync(join(infra, 'caddy/Caddyfile'), 'utf8');
    const site = example.replace('kits.example.org {', `http://127.0.0.1:${ports.proxy} {`);
    return runCaddy(`{\n\tadmin off\n}\n${withPorts(site, ports)}`, ports.proxy);
  },
};

function withPorts(example: string, { catalogue, collection, showcase }: Ports): string {
  const ports: Readonly<Record<string, number>> = { 4000: catalogue, 4001: collection, 8080: showcase };
  return example.replaceAll(/(?<=127\.0\.0\.1:)(4000|4001|8080)\b/g, (port) => String(ports[port]));
}

const TYPES =
  'text/html html; text/css css; text/javascript js; image/svg+xml svg; image/jpeg jpg; application/json json;';

function toMainFile(folder: string, site: string): string {
  const temporary = ['client_body', 'proxy'].map((name) => `${name}_temp_path ${folder}/${name};`);
  return `events {}\nhttp {\ntypes { ${TYPES} }\n${temporary.join('\n')}\n${site}\n}\n`;
}

async function runCaddy(configuration: string, port: number): Promise<Running> {
  const program = process.env[testVariables.caddy];
  if (!program) throw new Error('this machine has no Caddy');
  const folder = mkdtempSync(join(tmpdir(), 'kitroom-caddy-'));
  const file = join(folder, 'Caddyfile');
  writeFileSync(file, configuration);
  const lines: string[] = [];
  const server = spawn(program, ['run', '--config', file, '--adapter', 'caddyfile'], {
    env: { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  });
  server.stderr.setEncoding('utf8').on('data', (text: string) => lines.push(text));
  const ended = new Promise((done) => server.once('close', done));
  const kill = () => server.kill('SIGTERM');
  process.once('exit', kill);
  const stop = async () => {
    process.off('exit', kill);
    kill();
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await eventually(async () => {
      await fetch(`http://127.0.0.1:${port}/`, { redirect: 'manual' });
    });
  } catch (cause) {
    await stop();
    throw new Error(`Caddy does not listen: ${lines.join('')}`, { cause });
  }
  return { stop };
}

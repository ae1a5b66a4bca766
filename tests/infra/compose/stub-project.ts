import { chownSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { eventually } from '@kitroom/testing/eventually';
import type { Image, ImageName } from '../images.ts';
import { INSTALLED_BIN, startInstalledPostgres, type InstalledPostgres } from '../installed-postgres.ts';
import {
  checkHealth,
  runInImage,
  startContainer,
  type Container,
  type ContainerOptions,
} from '../run-image.ts';
import { runProgram } from '../run-program.ts';
import {
  environmentOf,
  listSources,
  readCompose,
  type ComposeFile,
  type ComposeService,
} from './read-compose.ts';
import type { DockerCall, DockerResult } from './stub-docker.ts';

/** A project of compose, as far as docs/operations.md uses it. */
export interface Project {
  up(file: string, call: Omit<DockerCall, 'args'>): Promise<DockerResult>;
  exec(args: string[], call: Omit<DockerCall, 'args'>): Promise<DockerResult>;
  /** The folder of a named volume. */
  volume(name: string): string;
  /** Replaces the names of services by the addresses at which this machine reaches them. */
  translate(text: string): string;
  stop(): Promise<void>;
}

interface Started {
  image: Image;
  options: ContainerOptions;
  container: Container;
}

/** The password that is typed at prompts. */
export const TYPED_PASSWORD = 'the best of all shirts';
const MINUTE = 60_000;
/** User id of the images. */
const USER = 10_001;

export function createProject(folder: string, images: Record<ImageName, Image>): Project {
  const started = new Map<string, Started>();
  const addresses = new Map<string, string>();
  let postgres: InstalledPostgres | undefined;

  function volume(name: string): string {
    const path = join(folder, 'volumes', name);
    if (!existsSync(path)) {
      mkdirSync(path, { recursive: true });
      chownSync(path, USER, USER);
    }
    return path;
  }

  function translate(text: string): string {
    return [...addresses].reduce((read, [name, address]) => read.replaceAll(name, address), text);
  }

  /** PostgreSQL of this machine, with the script that its image runs when the volume is empty. */
  async function startPostgres(service: ComposeService, base: string): Promise<void> {
    if (postgres) return;
    postgres = await startInstalledPostgres();
    const script = listSources(service).find((source) => source.endsWith('.sql')) ?? '';
    const args = ['--quiet', '--set=ON_ERROR_STOP=1', `--file=${join(base, script)}`, postgres.url];
    await runProgram(join(INSTALLED_BIN ?? '', 'psql'), args, { env: environmentOf(service, base) });
    addresses.set('postgres:5432', new URL(postgres.url).host);
  }

  async function startService(name: string, service: ComposeService, base: string): Promise<void> {
    const image = images[service.image.replace(/^kitroom-/, '') as ImageName];
    const [, port = ''] = service.ports?.[0]?.split(':') ?? [];
    const variables = Object.entries(environmentOf(service, base)).map(([key, value]) => [
      key,
      translate(value),
    ]);
    const [data] = listSources(service);
    const options = {
      env: { ...Object.fromEntries(variables), PORT: port } as Record<string, string>,
      ...(data !== undefined && { data: volume(data) }),
    };
    const before = started.get(name);
    if (JSON.stringify(before?.options) === JSON.stringify(options)) return;
    await before?.container.stop();
    const container = startContainer(image, options, service.command);
    started.set(name, { image, options, container });
    await waitUntilHealthy(name, { image, options, container });
  }

  return {
    volume,
    translate,
    async up(file, { cwd, env }) {
      const base = resolve(cwd, dirname(file));
      const settings = { ...parseEnv(readFileSync(join(base, '.env'), 'utf8')), ...env };
      const compose = readCompose(resolve(cwd, file), settings);
      for (const [name, { ports = [] }] of Object.entries(compose.services)) {
        const [, port, inside] = ports[0]?.split(':') ?? [];
        if (port !== undefined) addresses.set(`${name}:${inside}`, `127.0.0.1:${port}`);
      }
      for (const [name, service] of inOrder(compose, settings['COMPOSE_PROFILES'])) {
        if (service.image.startsWith('postgres:')) await startPostgres(service, base);
        else await startService(name, service, base);
      }
      return { status: 0, stdout: '', stderr: '' };
    },
    exec(args, { input = `${TYPED_PASSWORD}\n` }) {
      const [name = '', ...command] = args.filter((arg) => arg !== '-T');
      const service = started.get(name);
      if (!service) throw new Error(`service "${name}" is not running`);
      return runInImage(service.image, command, service.options, input);
    },
    async stop() {
      await Promise.all([...started.values()].map(({ container }) => container.kill()));
      await postgres?.destroy();
    },
  };
}

/** The services of the profiles, each after those that it depends on. */
function inOrder({ services }: ComposeFile, profiles = ''): Array<[string, ComposeService]> {
  const ordered = new Map<string, ComposeService>();
  const add = (name: string) => {
    const service = services[name];
    if (!service) throw new Error(`there is no service "${name}"`);
    for (const needed of Object.keys(service.depends_on ?? {})) add(needed);
    ordered.set(name, service);
  };
  for (const [name, { profiles: serviceProfiles }] of Object.entries(services)) {
    if (!serviceProfiles || serviceProfiles.some((profile) => profiles.split(',').includes(profile)))
      add(name);
  }
  return [...ordered];
}

async function waitUntilHealthy(name: string, { image, options, container }: Started): Promise<void> {
  let end: DockerResult | undefined;
  void container.ended.then((result) => (end = result));
  await eventually(async () => {
    const { status } = await checkHealth(image, options);
    if (!end && status !== 0) throw new Error(`${name} is not healthy`);
  }, MINUTE);
  if (end) throw new Error(`${name} ended: ${end.stderr}`);
}

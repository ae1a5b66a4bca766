import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  copyFileSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, matchesGlob, resolve } from 'node:path';
import { fillIn, readDockerfile, type Stage, type Step } from './read-dockerfile.ts';

/** An image as a folder: what an engine would have made of the Dockerfile, but for the base image. */
export interface Image {
  /** The folder that stands for the image's `/`. */
  root: string;
  env: Record<string, string>;
  /** The working folder, in `root`. */
  cwd: string;
  user: { uid: number; gid: number };
  entrypoint: string[];
  cmd: string[];
  healthcheck: string[];
  stopSignal: NodeJS.Signals;
  remove(): void;
}

export const repository = resolve(import.meta.dirname, '../..');

/** Where the node image has its programs; the machine's own shell and tools follow. */
const BASE_PATH = '/usr/local/bin';
const SYSTEM_PATH = '/usr/bin:/bin';
/** How this machine reaches its package registry, and no more of its environment. */
const OF_REGISTRY = /^(npm_config_|https?_proxy$|no_proxy$|node_extra_ca_certs$|ssl_cert_)/i;

/** Does what a Dockerfile says in an empty temporary folder: its COPYs, with `.dockerignore`, and its RUNs. */
export async function buildImage(dockerfile: string): Promise<Image> {
  const folder = mkdtempSync(join(tmpdir(), 'kitroom-image-'));
  const remove = () => {
    // Root may remove what nobody may write to.
    if (process.getuid?.() !== 0) makeWritable(folder);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    chmodSync(folder, 0o755);
    // Every stage is built at the same path, as in an engine: compiled code is found by the path of its source.
    const root = join(folder, 'image');
    const stages = new Map<string, Image>();
    let image: Image | undefined;
    for (const stage of readDockerfile(dockerfile)) {
      if (image) renameSync(root, image.root);
      image = await buildStage(stage, root, stages, remove);
      stages.set(stage.name, image);
      image.root = join(folder, stage.name);
    }
    if (!image) throw new Error(`${dockerfile} has no stage`);
    image.root = root;
    forbidWriting(join(root, 'app'));
    return image;
  } catch (error) {
    remove();
    throw error;
  }
}

async function buildStage(
  { steps, base }: Stage,
  root: string,
  others: ReadonlyMap<string, Image>,
  remove: () => void,
): Promise<Image> {
  const earlier = others.get(base);
  const image = earlier ? copyStage(earlier, root) : startFromNode(base, root, remove);
  for (const step of steps) await take(step, image, others);
  return image;
}

function startFromNode(base: string, root: string, remove: () => void): Image {
  if (!base.startsWith('node:')) throw new Error(`${base}: only images of Node.js can be stood in for`);
  const env = { PATH: `${join(root, BASE_PATH)}:${SYSTEM_PATH}` };
  const user = { uid: 0, gid: 0 };
  const commands = { entrypoint: [], cmd: [], healthcheck: [] };
  installNode(join(root, BASE_PATH));
  return { root, env, cwd: root, user, ...commands, stopSignal: 'SIGTERM', remove };
}

/** Continues an earlier stage in another folder, with the owners of its files. */
function copyStage(stage: Image, root: string): Image {
  execFileSync('cp', ['-a', stage.root, root]);
  return { ...stage, root, env: { ...stage.env } };
}

async function take(step: Step, image: Image, others: ReadonlyMap<string, Image>): Promise<void> {
  const { keyword, args, command = [], properties, text } = step;
  if (keyword === 'WORKDIR') {
    image.cwd = place(image, args[0] ?? '');
    mkdirSync(image.cwd, { recursive: true });
  } else if (keyword === 'COPY') copy(step, image, others);
  else if (keyword === 'RUN') await runInShell(text, image);
  else if (keyword === 'ENV') setVariables(properties, image);
  else if (keyword === 'USER') {
    const [uid, gid] = (args[0] ?? '').split(':').map(Number);
    image.user = { uid: uid ?? Number.NaN, gid: gid ?? Number.NaN };
  } else if (keyword === 'ENTRYPOINT') image.entrypoint = command;
  else if (keyword === 'CMD') image.cmd = command;
  else if (keyword === 'HEALTHCHECK') image.healthcheck = command;
  else if (keyword === 'STOPSIGNAL') image.stopSignal = args[0] as NodeJS.Signals;
  else if (!['LABEL', 'EXPOSE'].includes(keyword)) throw new Error(`${keyword} cannot be rehearsed`);
}

function installNode(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const node = join(folder, 'node');
  try {
    linkSync(process.execPath, node);
  } catch {
    copyFileSync(process.execPath, node);
  }
}

/** Where a path of the image is on this machine. */
function place({ root, cwd }: Image, path: string): string {
  return path.startsWith('/') ? join(root, path) : resolve(cwd, path);
}

/** What an ENV sets; paths of the image's own become paths of this machine. */
function setVariables(properties: Record<string, string>, image: Image): void {
  for (const [name, value] of Object.entries(properties)) {
    const own = value.replaceAll(/(^|:)(\/(?:app|data)\b)/g, `$1${image.root}$2`);
    image.env[name] = fillIn(own, image.env);
  }
}

function copy({ args, flags }: Step, image: Image, others: ReadonlyMap<string, Image>): void {
  const sources = args.slice(0, -1);
  const to = args.at(-1) ?? '';
  const target = place(image, to);
  for (const source of sources) {
    const from = flags['from'] === undefined ? undefined : others.get(flags['from'])?.root;
    const path = join(from ?? repository, source);
    const isFolder = statSync(path).isDirectory();
    const end = !isFolder && to.endsWith('/') ? join(target, basename(source)) : target;
    const filter = from === undefined ? isSent : undefined;
    if (filter && !isFolder && !filter(path)) throw new Error(`${source} is kept away by .dockerignore`);
    mkdirSync(dirname(end), { recursive: true });
    // Nobody needs an earlier stage's folder again: moving it does what copying would, and takes no time.
    if (filter) cpSync(path, end, { recursive: true, filter });
    else renameSync(path, end);
    if (filter && isFolder && readdirSync(end).length === 0) throw new Error(`${source} is empty`);
    if (process.getuid?.() === 0) execFileSync('chown', ['-R', flags['chown'] ?? '0:0', end]);
    if (flags['chmod'] !== undefined) execFileSync('chmod', ['-R', flags['chmod'], end]);
  }
}

const ignored = readFileSync(join(repository, '.dockerignore'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => ({ isBack: line.startsWith('!'), pattern: line.replace(/^!/, '') }));

/** Whether `.dockerignore` lets a file be sent to the builder: the last line that fits it or a folder above it decides. */
function isSent(path: string): boolean {
  const parts = path.slice(repository.length + 1).split('/');
  const paths = parts.map((_part, index) => parts.slice(0, index + 1).join('/'));
  const last = ignored.findLast(({ pattern }) => paths.some((each) => matchesGlob(each, pattern)));
  return last === undefined || last.isBack;
}

async function runInShell(script: string, image: Image): Promise<void> {
  const { PATH = '' } = process.env;
  const settings = Object.entries(process.env).filter(([name]) => OF_REGISTRY.test(name));
  const child = spawn('/bin/sh', ['-c', script], {
    cwd: image.cwd,
    // Only root can become another; anybody else is not root already.
    ...(process.getuid?.() === 0 && image.user),
    env: {
      ...Object.fromEntries(settings),
      ...image.env,
      // The caches of this machine stand for the cache mounts.
      ...(process.env['HOME'] && { HOME: process.env['HOME'] }),
      PATH: `${image.env['PATH']}:${PATH}`,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += String(part)));
  const status = await new Promise((done, fail) => {
    child.once('error', fail);
    child.once('close', done);
  });
  if (status !== 0) throw new Error(`RUN ended with ${String(status)}: ${script}\n${output}`);
}

/** Nothing new there, as in a container whose root file system is read-only. The files are pnpm's store's too: hands off. */
function forbidWriting(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) forbidWriting(join(folder, entry.name));
  }
  chmodSync(folder, 0o555);
}

function makeWritable(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) makeWritable(join(folder, entry.name));
  }
}

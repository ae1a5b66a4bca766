import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, fchownSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CommandResult } from '@kitroom/testing/test-processes';
import type { Image } from './images.ts';

const SANDBOX =
  '--unshare-user --unshare-ipc --unshare-uts --unshare-pid --as-pid-1 --cap-drop ALL --die-with-parent ' +
  '--new-session --json-status-fd 3 --proc /proc --dev /dev --tmpfs /tmp';

/** How a container of an image is started. */
export interface ContainerOptions {
  env?: Record<string, string>;
  /** The folder of this machine that is `/data`. */
  data?: string;
  /** User and group id. Default: the image's. */
  user?: number;
}

/** A command that runs in an image. */
export interface Container {
  /** Stops it with a signal only, as an engine does. Default: the image's stop signal. */
  stop(signal?: NodeJS.Signals): Promise<CommandResult>;
  kill(): Promise<CommandResult>;
  ended: Promise<CommandResult>;
}

/** Starts the image's entry point with arguments (those of its CMD by default). */
export function startContainer(
  image: Image,
  options: ContainerOptions,
  args: readonly string[] = image.config.Cmd,
): Container {
  const { child, firstProcess, ended } = launch(image, options, [...image.config.Entrypoint, ...args]);
  // When a run is interrupted, Jest's workers end without the clean-up of their tests.
  const onExit = () => child.kill('SIGKILL');
  process.once('exit', onExit);
  void ended.then(() => process.off('exit', onExit));
  const stop = async (signal: NodeJS.Signals) => {
    process.kill(await firstProcess, signal);
    return ended;
  };
  const kill = () => {
    child.kill('SIGKILL');
    return ended;
  };
  return { ended, kill, stop: (signal = image.config.StopSignal) => stop(signal) };
}

/** Runs a command in the image to its end. */
export function runInImage(
  image: Image,
  command: readonly string[],
  options: ContainerOptions = {},
  input = '',
): Promise<CommandResult> {
  const { child, ended } = launch(image, options, command);
  child.stdin?.on('error', () => {}).end(input);
  return ended;
}

/** Runs the image's health check. */
export function checkHealth(image: Image, options: ContainerOptions): Promise<CommandResult> {
  const [kind, ...command] = image.config.Healthcheck.Test;
  if (kind !== 'CMD') throw new Error(`a health check of the kind ${kind} cannot be run`);
  return runInImage(image, command, options);
}

/**
 * bubblewrap mounts the image's folder as a read-only root with an empty /tmp, and starts the command as the
 * first process. It runs as the user, without capabilities, on the machine's network.
 */
function launch({ root, config }: Image, options: ContainerOptions, command: readonly string[]) {
  const [uid = NaN, gid = NaN] =
    options.user === undefined ? config.User.split(':').map(Number) : [options.user, options.user];
  const volume = options.data === undefined ? [] : ['--bind', options.data, '/data'];
  const folder = config.WorkingDir || '/';
  const output = createOutput(uid, gid);
  const child = spawn(
    'bwrap',
    ['--ro-bind', root, '/', ...SANDBOX.split(' '), ...volume, '--chdir', folder, '--', ...command],
    {
      uid,
      gid,
      cwd: '/',
      // Where the user is not in /etc/passwd, an engine sets HOME to the root folder.
      env: { HOME: '/', ...toVariables(config.Env), ...options.env },
      stdio: ['pipe', ...output.files, 'pipe'],
    },
  );
  const firstProcess = readFirstProcess(child);
  firstProcess.catch(() => {});
  return { child, firstProcess, ended: waitForEnd(child, output) };
}

function toVariables(lines: readonly string[]): Record<string, string> {
  return Object.fromEntries(lines.map((line) => /^(.*?)=(.*)$/s.exec(line)?.slice(1) ?? []));
}

interface Output {
  files: [number, number];
  /** Closes and removes the files. */
  take(): { stdout: string; stderr: string };
}

/**
 * Creates output files, as Node.js loses its own output when a pipe is full. They belong to the user, as in
 * an engine, because nginx opens /dev/stdout.
 */
function createOutput(uid: number, gid: number): Output {
  const folder = mkdtempSync(join(tmpdir(), 'kitroom-container-'));
  const paths = ['stdout', 'stderr'].map((name) => join(folder, name));
  const [out = NaN, error = NaN] = paths.map((path) => openSync(path, 'a'));
  const files: [number, number] = [out, error];
  for (const file of files) fchownSync(file, uid, gid);
  const take = () => {
    for (const file of files) closeSync(file);
    const [stdout = '', stderr = ''] = paths.map((path) => readFileSync(path, 'utf8'));
    rmSync(folder, { recursive: true });
    return { stdout, stderr };
  };
  return { files, take };
}

/** Reads the id of the process that bubblewrap started. */
async function readFirstProcess(child: ChildProcess): Promise<number> {
  let text = '';
  return new Promise((done, fail) => {
    child.stdio[3]?.on('data', (part) => {
      text += String(part);
      const pid = /"child-pid": (\d+)/.exec(text)?.[1];
      if (pid !== undefined) done(Number(pid));
    });
    child.once('close', () => fail(new Error(`no process was started: ${text}`)));
  });
}

async function waitForEnd(child: ChildProcess, output: Output): Promise<CommandResult> {
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('close', (status, signal) => done({ status, signal, ...output.take() }));
  });
}

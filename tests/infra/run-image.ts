import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CommandResult } from '@kitroom/testing/test-processes';
import type { Image } from './build-image.ts';

/** A command that runs in an image. */
export interface Container {
  /** Ends as an engine ends a container: with the image's signal, and nothing else. */
  stop(): Promise<CommandResult>;
  /** Ends it at once. */
  kill(): Promise<CommandResult>;
  ended: Promise<CommandResult>;
}

/** Starts the image's entrypoint with arguments (those of its CMD by default), as its user, in its environment. */
export function startContainer(image: Image, env: Record<string, string>, args = image.cmd): Container {
  const { child, ended } = launch(image, env, [...image.entrypoint, ...args]);
  // Jest's workers are ended without their tests' clean-up when the run is interrupted.
  const onExit = () => child.kill('SIGKILL');
  process.once('exit', onExit);
  void ended.then(() => process.off('exit', onExit));
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal);
    return ended;
  };
  return { ended, stop: () => end(image.stopSignal), kill: () => end('SIGKILL') };
}

/** Runs a command in the image to its end, as `docker exec` does. */
export function runInImage(
  image: Image,
  command: readonly string[],
  env: Record<string, string> = {},
  input = '',
): Promise<CommandResult> {
  const { child, ended } = launch(image, env, command);
  child.stdin?.on('error', () => {}).end(input);
  return ended;
}

function launch(image: Image, env: Record<string, string>, [program = '', ...args]: readonly string[]) {
  // In a file: what Node.js itself writes is lost where a pipe is full.
  const folder = mkdtempSync(join(tmpdir(), 'kitroom-container-'));
  const errors = join(folder, 'stderr');
  const file = openSync(errors, 'w');
  const child: ChildProcess = spawn(program, args, {
    cwd: image.cwd,
    // Where the user is not in /etc/passwd, an engine sets HOME to the root folder.
    env: { HOME: '/', ...image.env, ...env },
    // Only root can become another; anybody else is not root already.
    ...(process.getuid?.() === 0 && image.user),
    stdio: ['pipe', 'pipe', file],
  });
  closeSync(file);
  let stdout = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  const ended = new Promise<CommandResult>((done, fail) => {
    child.once('error', fail);
    child.once('close', (status, signal) => {
      const stderr = readFileSync(errors, 'utf8');
      rmSync(folder, { recursive: true });
      done({ status, signal, stdout, stderr });
    });
  });
  return { child, ended };
}

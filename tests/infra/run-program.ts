import { spawn } from 'node:child_process';

/**
 * Runs a program of this machine to its end, and returns its standard output. Errors contain all of its
 * output.
 */
export async function runProgram(
  program: string,
  args: readonly string[],
  { cwd, env = {} }: { cwd?: string; env?: Record<string, string> } = {},
): Promise<string> {
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let all = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    all += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => (all += text));
  const status = await new Promise((done, fail) => {
    child.once('error', fail);
    child.once('close', done);
  });
  if (status !== 0) throw new Error(`${program} ended with ${String(status)}: ${args.join(' ')}\n${all}`);
  return stdout;
}

import { Readable } from 'node:stream';

/** Output and exit status of a command. */
export interface CommandOutput {
  status: number;
  stdout: string;
  stderr: string;
}

/** Environment and standard input of a command. */
export interface CommandInput {
  /** The complete environment. Default: that of this process. */
  env?: Record<string, string>;
  /** Standard input. Default: empty. */
  input?: string;
}

/**
 * Runs a command within this process, which is much faster than starting one, and captures its output. Run
 * one command at a time, as streams and environment belong to the process.
 */
export async function captureOutput(
  run: () => Promise<number>,
  { env, input = '' }: CommandInput = {},
): Promise<CommandOutput> {
  const written = { stdout: '', stderr: '' };
  const original = { stdout: process.stdout.write, stderr: process.stderr.write, env: process.env };
  const stdin = Object.getOwnPropertyDescriptor(process, 'stdin') ?? {};
  for (const stream of ['stdout', 'stderr'] as const) {
    process[stream].write = (text: string | Uint8Array) => {
      written[stream] += String(text);
      return true;
    };
  }
  // As bytes, because a stream of a string would emit a string.
  Object.defineProperty(process, 'stdin', { configurable: true, value: Readable.from([Buffer.from(input)]) });
  if (env) process.env = { ...env };
  try {
    return { status: await run(), ...written };
  } finally {
    process.stdout.write = original.stdout;
    process.stderr.write = original.stderr;
    process.env = original.env;
    Object.defineProperty(process, 'stdin', stdin);
  }
}

/** What a command wrote, and its exit status. */
export interface CommandOutput {
  status: number;
  stdout: string;
  stderr: string;
}

/** Runs a command within this process, much faster than in one of its own, and captures what it writes meanwhile. */
export async function captureOutput(run: () => Promise<number>): Promise<CommandOutput> {
  const written = { stdout: '', stderr: '' };
  const original = { stdout: process.stdout.write, stderr: process.stderr.write };
  for (const stream of ['stdout', 'stderr'] as const) {
    process[stream].write = (text: string | Uint8Array) => {
      written[stream] += String(text);
      return true;
    };
  }
  try {
    return { status: await run(), ...written };
  } finally {
    process.stdout.write = original.stdout;
    process.stderr.write = original.stderr;
  }
}

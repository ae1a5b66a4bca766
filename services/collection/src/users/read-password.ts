import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { OperatorError } from '@kitroom/server/process';

/** Asks for a password where there is a terminal, without showing it; else reads the first line of the input. */
export async function readPassword(input: NodeJS.ReadStream = process.stdin): Promise<string> {
  const isTerminal = input.isTTY;
  // Readline writes what is typed; here it goes nowhere.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input, output: nowhere, terminal: isTerminal });
  if (isTerminal) process.stderr.write('Password: ');
  try {
    return await firstLine(lines);
  } finally {
    lines.close();
    if (isTerminal) process.stderr.write('\n');
  }
}

function firstLine(lines: ReturnType<typeof createInterface>): Promise<string> {
  return new Promise((resolve, reject) => {
    lines.once('line', resolve);
    lines.once('SIGINT', () => reject(new OperatorError('No user was created.')));
    lines.once('close', () =>
      reject(new OperatorError('A password is needed: --password, or a line on standard input.')),
    );
  });
}

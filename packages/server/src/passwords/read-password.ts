import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { OperatorError } from '../process/process.ts';

/**
 * Asks for a password on a terminal, without showing it; otherwise reads the first line of the input. Throws an
 * OperatorError when there is none; `hint` says how else the command takes one.
 */
export async function readPassword(
  hint = 'a line on standard input',
  input: NodeJS.ReadStream = process.stdin,
): Promise<string> {
  const isTerminal = input.isTTY;
  // Readline writes what is typed; here it goes nowhere.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input, output: nowhere, terminal: isTerminal });
  if (isTerminal) process.stderr.write('Password: ');
  try {
    return await firstLine(lines, hint);
  } finally {
    lines.close();
    if (isTerminal) process.stderr.write('\n');
  }
}

function firstLine(lines: ReturnType<typeof createInterface>, hint: string): Promise<string> {
  return new Promise((resolve, reject) => {
    lines.once('line', resolve);
    lines.once('SIGINT', () => reject(new OperatorError('Interrupted: nothing was changed.')));
    lines.once('close', () => reject(new OperatorError(`A password is needed: ${hint}.`)));
  });
}

import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { OperatorError } from '../process/process.ts';

/**
 * Prompts for a password on a terminal, without echo; otherwise reads the first line of standard input. Throws an
 * OperatorError if it is missing; `hint` says how else to pass one.
 */
export async function readPassword(
  hint = 'a line on standard input',
  input: NodeJS.ReadStream = process.stdin,
): Promise<string> {
  const isTerminal = input.isTTY;
  // Readline echoes the input; discard that.
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

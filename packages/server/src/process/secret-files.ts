import { closeSync, openSync, readSync } from 'node:fs';

const BYTES_MAX = 64 * 1024;
const ALLOWED = 'a readable file of at most 64 KiB that contains the value';

/** A variable's value, or the error of its file; neither if the variable is not set. */
interface Secret {
  value?: string;
  error?: string;
}

/**
 * Reads a variable, or the file that `<NAME>_FILE` names, without one trailing line break. Empty variables
 * count as not set.
 */
export function readSecret(env: NodeJS.ProcessEnv, name: string): Secret {
  const value = env[name];
  const path = env[`${name}_FILE`];
  if (!path) return value ? { value } : {};
  if (value) return { error: `${name}_FILE is set, but ${name} is too: expected one of them` };
  const problem = (reason: string) => ({
    error: `${name}_FILE is ${JSON.stringify(path)}, ${reason}: expected ${ALLOWED}`,
  });
  try {
    const bytes = readStart(path);
    if (bytes.length > BYTES_MAX) return problem('which is larger');
    const content = bytes.toString().replace(/\r?\n$/, '');
    return content === '' ? problem('which is empty') : { value: content };
  } catch (error) {
    return problem(`which cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}

/** Reads a file up to one byte more than allowed: pipes and devices do not have a size. */
function readStart(path: string): Buffer {
  const buffer = Buffer.alloc(BYTES_MAX + 1);
  const file = openSync(path, 'r');
  try {
    let length = 0;
    for (;;) {
      const count = readSync(file, buffer, length, buffer.length - length, null);
      length += count;
      if (count === 0 || length === buffer.length) return buffer.subarray(0, length);
    }
  } finally {
    closeSync(file);
  }
}

import { createWriteStream, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/** Where the lines of a service go. */
export interface ServiceLog {
  write(line: string): void;
  close(): Promise<void>;
}

const warning = 40;

/**
 * Keeps a service's lines in a file, begun anew by each run. Warnings, errors, and what is no log line at all
 * (a crash, a warning of Node.js) are passed on to `show` as well.
 */
export function openServiceLog(name: string, file: string, show: (line: string) => void): ServiceLog {
  mkdirSync(dirname(file), { recursive: true });
  const stream = createWriteStream(file);
  stream.on('error', () => {});
  return {
    write: (line) => {
      stream.write(`${line}\n`);
      const shown = toShown(line);
      if (shown !== undefined) show(`${name}: ${shown}`);
    },
    close: () =>
      new Promise((done) => {
        stream.end(() => done());
      }),
  };
}

/** What of a line is worth showing on the terminal; undefined: nothing. */
export function toShown(line: string): string | undefined {
  const entry = parseEntry(line);
  if (entry === undefined) return line.trim() === '' ? undefined : line;
  if (!(levelOf(entry.level) >= warning)) return undefined;
  const { err } = entry;
  const cause =
    typeof err === 'object' && err !== null && 'message' in err ? ` (${String(err.message)})` : '';
  return `${levelOf(entry.level) > warning ? 'error' : 'warning'}: ${typeof entry.msg === 'string' ? entry.msg : line}${cause}`;
}

function parseEntry(line: string): Record<string, unknown> | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    const entry: Record<string, unknown> = JSON.parse(line);
    return 'level' in entry ? entry : undefined;
  } catch {
    return undefined;
  }
}

// pino writes numbers, or labels where it is told to.
function levelOf(level: unknown): number {
  if (typeof level === 'number') return level;
  return { warn: 40, error: 50, fatal: 60 }[String(level)] ?? 0;
}

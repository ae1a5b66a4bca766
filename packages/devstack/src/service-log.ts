import { createWriteStream, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/** The destination of a service's output. */
export interface ServiceLog {
  write(line: string): void;
  close(): Promise<void>;
}

const warning = 40;

/**
 * Writes a service's output to a file, truncated by each run. Warnings, errors, and lines that are not log entries
 * (crashes, Node.js warnings) are also passed to `show`.
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

/** The part of a line to show on the terminal, if any. */
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

// pino writes numbers, or labels if configured.
function levelOf(level: unknown): number {
  if (typeof level === 'number') return level;
  return { warn: 40, error: 50, fatal: 60 }[String(level)] ?? 0;
}

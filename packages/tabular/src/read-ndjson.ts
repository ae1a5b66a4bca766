import { formatCount, RECORD_MAX, UnreadableFile } from './limits.ts';

/** A line of an NDJSON file. */
export interface JsonLine {
  /** Counted from 1, including blank lines. */
  line: number;
  record: Readonly<Record<string, unknown>>;
}

/**
 * Reads a JSON object from each line that is not blank. Throws an `UnreadableFile` with the line number for
 * anything else.
 */
export async function* readJsonLines(text: AsyncIterable<string>): AsyncGenerator<JsonLine, void> {
  for await (const { text: line, at } of splitLines(text)) {
    if (line.trim() !== '') yield { line: at, record: parseLine(line, at) };
  }
}

async function* splitLines(text: AsyncIterable<string>): AsyncGenerator<{ text: string; at: number }> {
  let pending = '';
  let at = 0;
  for await (const piece of text) {
    const lines = (pending + piece).split('\n');
    pending = lines.pop() ?? '';
    for (const line of lines) yield { text: line, at: (at += 1) };
    if (pending.length > RECORD_MAX) throw tooLong(at + 1);
  }
  if (pending !== '') yield { text: pending, at: at + 1 };
}

function tooLong(line: number): UnreadableFile {
  return new UnreadableFile(
    `Line ${formatCount(line)} is longer than ${formatCount(RECORD_MAX)} characters.`,
  );
}

function parseLine(line: string, at: number): Readonly<Record<string, unknown>> {
  if (line.length > RECORD_MAX) throw tooLong(at);
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new UnreadableFile(`Line ${formatCount(at)} is not valid JSON.`);
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Readonly<Record<string, unknown>>;
  }
  throw new UnreadableFile(`Line ${formatCount(at)} is not a JSON object: each line must be one, {…}.`);
}

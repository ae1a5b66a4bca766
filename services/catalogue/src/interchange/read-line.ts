import type * as z from 'zod';
import { KINDS, LINES, type AnyLine, type Kind } from './line-schemas.ts';

const SHOWN_CHARACTERS = 100;
const SHOWN_ISSUES = 10;

export interface InvalidLine {
  number: number;
  key: string | undefined;
  reason: string;
}

/** An error in a line, with the key that identifies it. */
export class LineError extends Error {
  override readonly name = 'LineError';
  readonly key: string | undefined;

  constructor(reason: string, key?: string) {
    super(reason);
    this.key = key;
  }
}

/** Parses a line of the import format; throws a LineError if it is invalid. */
export function readLine(text: string): AnyLine {
  const value = parseJson(text);
  const key = findKey(value);
  const kind = 'kind' in value ? value.kind : undefined;
  if (!isKind(kind)) {
    const problem = kind === undefined ? 'is missing' : `${show(kind)} is not known`;
    throw new LineError(`"kind" ${problem}; it must be one of ${KINDS.join(', ')}`, key);
  }
  const result = LINES[kind].safeParse(value, { reportInput: true });
  if (result.success) return result.data;
  const { issues } = result.error;
  const reasons = issues.slice(0, SHOWN_ISSUES).map(describeIssue);
  if (issues.length > SHOWN_ISSUES) reasons.push(`and ${issues.length - SHOWN_ISSUES} more`);
  throw new LineError(reasons.join('; '), key);
}

function parseJson(text: string): object {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new LineError(`is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new LineError('must be a JSON object such as {"kind":"season","year":"2024-25"}');
  }
  return value;
}

function isKind(value: unknown): value is Kind {
  return KINDS.some((kind) => kind === value);
}

/** Returns the slug, year or name of a line, if it has one. */
function findKey(value: object): string | undefined {
  const fields = value as Record<string, unknown>;
  const key = [fields['slug'], fields['year'], fields['name']].find((field) => typeof field === 'string');
  return typeof key === 'string' ? key : undefined;
}

function describeIssue(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') {
    return `unknown field ${shorten(issue.keys.map((name) => JSON.stringify(name)).join(', '))}`;
  }
  const field = `"${issue.path.map(String).join('.')}"`;
  if (issue.code === 'invalid_type' && issue.input === undefined) return `${field} is missing`;
  return `${field} ${issue.message}; it is ${show(issue.input)}`;
}

/**
 * Returns a value as shortened JSON. Lists and objects are only named, because they may be nested too deep
 * for the stack.
 */
function show(value: unknown): string {
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'a list' : 'an object';
  return shorten(JSON.stringify(value) ?? 'nothing');
}

function shorten(text: string): string {
  return text.length <= SHOWN_CHARACTERS ? text : `${text.slice(0, SHOWN_CHARACTERS)}…`;
}

/** Lines that an import reports: their number, and the first ten, each as `line 7 (key)`. */
export interface ReportedLines {
  count: number;
  first: readonly string[];
}

const SHOWN_LINES = 10;

/** Collects lines to report, in any order. */
export function collectReportedLines() {
  const first: Array<{ number: number; key: string }> = [];
  let count = 0;
  return {
    add(lines: ReadonlyArray<{ number: number; key: string }>, total = lines.length): void {
      count += total;
      first.push(...lines);
    },
    list(): ReportedLines {
      const shown = first.toSorted((left, right) => left.number - right.number).slice(0, SHOWN_LINES);
      return { count, first: shown.map(({ number, key }) => `line ${number} (${key})`) };
    },
  };
}

import * as z from 'zod';
import { isLongerThan, QUERY_VALUE_MAX } from '@kitroom/shared';

type Query = Readonly<Record<string, unknown>>;

/** `name[]` or `name[0]`: the name of a parameter with several values, as some clients write it. */
const BRACKETS = /^(.+)\[\d*\]$/;

/** How many values a parameter takes; several may have to be joined by commas. */
type Takes = 'one' | 'several' | 'joined';

export interface QueryValues {
  values: Query;
  issues: readonly z.core.$ZodIssue[];
}

/**
 * Reads a query in the form that a contract's schema expects. A parameter with several values may be
 * repeated, have brackets, or contain all of them, separated by commas. Brackets on a parameter with a single
 * value are an issue. See docs/behaviour/catalogue.md#requests.
 */
export function openQueryReader({ shape }: z.ZodObject): (query: Query) => QueryValues {
  const takes = new Map(Object.entries(shape).map(([name, schema]) => [name, countValues(schema)]));
  const isPlain = (query: Query) => {
    for (const name in query) if (takes.get(name) !== 'one') return false;
    return true;
  };
  return (query) => (isPlain(query) ? { values: query, issues: [] } : readValues(query, takes));
}

function readValues(query: Query, takes: ReadonlyMap<string, Takes>): QueryValues {
  // As in the parsed query, a parameter may have any name.
  const values: Record<string, unknown> = { __proto__: null };
  const issues: z.core.$ZodIssue[] = [];
  for (const [sentName, value] of Object.entries(query)) {
    const name = BRACKETS.exec(sentName)?.[1] ?? sentName;
    const number = takes.get(name);
    if (name !== sentName && number === 'one') {
      const message = `Takes one value: write ${name}, without brackets.`;
      issues.push({ code: 'custom', path: [name], message, input: value });
    } else if (number === 'several' || number === 'joined') {
      const all = [values[name] ?? [], value].flat();
      values[name] =
        number === 'joined' && all.every((item) => typeof item === 'string') ? all.join(',') : all;
    } else values[sentName] = value;
  }
  return { values, issues };
}

function countValues(schema: unknown): Takes {
  const { isCommaSeparated, takesSeveral } = z.globalRegistry.get(schema as z.ZodType) ?? {};
  return isCommaSeparated ? 'joined' : takesSeveral ? 'several' : 'one';
}

/**
 * The issues of a query's validation. A parameter that is invalid for another reason too is reported once.
 */
export function findQueryIssues(
  query: z.ZodObject | undefined,
  values: Query,
  error: z.ZodError | undefined,
): z.core.$ZodIssue[] {
  if (!query) return [];
  const invalid = new Set(error?.issues.map(({ path }) => path[0]));
  const long = findLongValues(query, values).filter(({ path }) => !invalid.has(path[0]));
  return [...(error?.issues ?? []), ...long];
}

/**
 * Issues for values over the general maximum length, unless the schema of their parameter allows longer ones.
 */
function findLongValues({ shape }: z.ZodObject, query: Query): z.core.$ZodIssueTooBig[] {
  return Object.entries(query).flatMap(([name, input]) => {
    const schema = Object.hasOwn(shape, name) ? shape[name] : undefined;
    const { isLong: mayBeLong, isCommaSeparated } = (schema && z.globalRegistry.get(schema)) ?? {};
    if (!schema || mayBeLong || isCommaSeparated || ![input].flat().some(isLong)) return [];
    return { code: 'too_big', origin: 'string', maximum: QUERY_VALUE_MAX, path: [name], message: '', input };
  });
}

function isLong(value: unknown): boolean {
  return typeof value === 'string' && isLongerThan(value, QUERY_VALUE_MAX);
}

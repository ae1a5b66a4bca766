import * as z from 'zod';

type Query = Readonly<Record<string, unknown>>;

/** `name[]`, as some clients write a parameter of several values; or `name[0]`. */
const BRACKETS = /^(.+)\[\d*\]$/;

/**
 * The query as a contract's schema takes it. A parameter of several values may be repeated, have brackets, or hold all of
 * them with commas between. Brackets on one that takes a single value are an issue. Source: the rules on what people
 * write.
 */
export function readQueryValues(
  { shape }: z.ZodObject,
  query: Query,
): { values: Query; issues: z.core.$ZodIssue[] } {
  const values: Record<string, unknown> = {};
  const issues: z.core.$ZodIssue[] = [];
  for (const [given, value] of Object.entries(query)) {
    const name = BRACKETS.exec(given)?.[1] ?? given;
    const takes = Object.hasOwn(shape, name) ? valuesOf(shape[name]) : undefined;
    if (name !== given && takes === 'one') {
      const message = `Takes one value: write ${name}, without brackets.`;
      issues.push({ code: 'custom', path: [name], message, input: value });
    } else if (takes === 'several' || takes === 'joined') {
      const all = [values[name] ?? [], value].flat();
      values[name] = takes === 'joined' && all.every((one) => typeof one === 'string') ? all.join(',') : all;
    } else values[given] = value;
  }
  return { values, issues };
}

function valuesOf(schema: unknown): 'one' | 'several' | 'joined' | undefined {
  if (!(schema instanceof z.ZodType)) return undefined;
  const { isCommaSeparated, takesSeveral } = z.globalRegistry.get(schema) ?? {};
  return isCommaSeparated ? 'joined' : takesSeveral ? 'several' : 'one';
}

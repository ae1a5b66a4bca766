import type * as z from 'zod';

/** How deeply JSON may be nested, the body itself included. */
export const JSON_DEPTH_MAX = 32;

/** How many values the JSON of a body may hold: checking each takes time, and its errors memory. */
export const JSON_VALUES_MAX = 10_000;

/**
 * What makes a parsed body too costly to check, or to repeat in an error; undefined for all that an endpoint could
 * accept. The issue names the field that is at fault, unless only all of them together are.
 */
export function findExcess(body: unknown): z.core.$ZodIssue | undefined {
  const message = describeExcess(body);
  if (message === undefined) return undefined;
  const fields = Array.isArray(body) ? [] : Object.entries(body as object);
  const path = fields.filter(([, value]) => describeExcess(value, 1) !== undefined).map(([name]) => name);
  return { code: 'custom', path: path.slice(0, 1), message, params: { detail: message }, input: undefined };
}

/** Looks at one level after another: deep JSON would exhaust the stack of a function that calls itself. */
function describeExcess(value: unknown, above = 0): string | undefined {
  let count = 0;
  let level = [value];
  for (let depth = above + 1; level.length > 0; depth += 1) {
    if (depth > JSON_DEPTH_MAX) {
      return `This value is nested too deeply: at most ${JSON_DEPTH_MAX} levels are accepted.`;
    }
    count += level.length;
    if (count > JSON_VALUES_MAX) {
      return `This value is too large: at most ${JSON_VALUES_MAX} values are accepted.`;
    }
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
  }
  return undefined;
}

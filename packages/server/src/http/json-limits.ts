import type * as z from 'zod';

/** The maximum nesting depth of JSON, including the body itself. */
export const JSON_DEPTH_MAX = 32;

/** The maximum number of values in a JSON body: validating each takes time, and reporting errors takes memory. */
export const JSON_VALUES_MAX = 10_000;

/**
 * Checks whether a parsed body is too complex to validate or to repeat in an error. The issue names the field at fault,
 * unless only the total exceeds a limit.
 */
export function findExcess(body: unknown): z.core.$ZodIssue | undefined {
  const message = describeExcess(body);
  if (message === undefined) return undefined;
  const fields = Array.isArray(body) ? [] : Object.entries(body as object);
  const path = fields.filter(([, value]) => describeExcess(value, 1) !== undefined).map(([name]) => name);
  return { code: 'custom', path: path.slice(0, 1), message, params: { detail: message }, input: undefined };
}

/** Iterates level by level: recursion could overflow the stack on deep JSON. */
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

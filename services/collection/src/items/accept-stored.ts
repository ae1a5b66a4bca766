import { isDeepStrictEqual } from 'node:util';
import { toFields, toPrivateFields, type ItemInput, type ItemRow } from './item-columns.ts';

/** Takes values that an item has already, although they were invalid if they were new: rules may have changed since. */
export function acceptStored(input: ItemInput, stored: ItemRow): ItemInput {
  const fields: Readonly<Record<string, unknown>> = { ...toFields(stored), ...toPrivateFields(stored) };
  const kept = Object.keys(input.invalid).filter((field) =>
    isDeepStrictEqual(input.invalid[field], fields[field]),
  );
  if (kept.length === 0) return input;
  return {
    ...input,
    values: { ...input.values, ...Object.fromEntries(kept.map((field) => [field, fields[field]])) },
    issues: input.issues.filter(({ path }) => !kept.includes(String(path[0]))),
  };
}

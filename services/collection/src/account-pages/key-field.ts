import type { Field, FormValues } from '@kitroom/server/pages/form';

/** Where the key of a mail is typed by those who have no link. */
export const KEY_FIELD: Field = { name: 'key', label: 'Key', hint: 'The key that stands in the mail.' };

/** The parts of a form that bring the key: hidden where a link has brought it, else a field. */
export function findKeyOf({ query, form }: { query: FormValues; form: FormValues }): {
  fields: readonly Field[];
  values: FormValues;
  hidden: FormValues;
} {
  const linked = query['key'];
  if (linked) return { fields: [], values: {}, hidden: { key: linked } };
  return { fields: [KEY_FIELD], values: { key: form['key'] ?? '' }, hidden: {} };
}

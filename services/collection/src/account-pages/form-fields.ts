import type { Field, FormValues } from '@kitroom/server/pages/form';

/** For entering the key of a mail without its link. */
export const KEY_FIELD: Field = { name: 'key', label: 'Key', hint: 'The key from the mail.' };

/** The form parts for the key: a hidden field if a link has brought it, otherwise a visible one. */
export function findKeyOf({ query, form }: { query: FormValues; form: FormValues }): {
  fields: readonly Field[];
  values: FormValues;
  hidden: FormValues;
} {
  const linked = query['key'];
  if (linked) return { fields: [], values: {}, hidden: { key: linked } };
  return { fields: [KEY_FIELD], values: { key: form['key'] ?? '' }, hidden: {} };
}

export function newPasswordField(name: string, label: string): Field {
  return {
    name,
    label,
    type: 'password',
    hint: 'At least 8 characters; not digits alone, nothing common, and nothing like your username.',
    autocomplete: 'new-password',
  };
}

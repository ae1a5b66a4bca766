import type { Field } from '@kitroom/server/pages/form';

export function newPasswordField(name: string, label: string): Field {
  return {
    name,
    label,
    type: 'password',
    hint: 'At least 8 characters; not digits alone, nothing common, and nothing like your username.',
    autocomplete: 'new-password',
  };
}

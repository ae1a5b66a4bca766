import type { Field } from '@kitroom/server/pages/form';
import { ADMIN_ROOT } from '../paths.ts';

/** A filter by one of these values. */
export function anyOf(name: string, label: string, values: readonly string[]): Field {
  const choices = [{ value: '', label: 'any' }, ...values.map((value) => ({ value, label: value }))];
  return { name, label, type: 'choice', choices };
}

/** What names are suggested for while somebody types. */
export type SuggestedKind = 'user' | 'club' | 'brand' | 'season';

/** Where values for a field are suggested. */
export function suggestFrom(kind: SuggestedKind): string {
  return `${ADMIN_ROOT}/suggest/${kind}`;
}

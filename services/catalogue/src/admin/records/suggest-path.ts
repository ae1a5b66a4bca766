import { ADMIN_ROOT } from '../operator-session.ts';

/** Kinds of records whose names are suggested while somebody types. */
export type SuggestedKind = 'club' | 'brand' | 'competition';

/** Where values for a field are suggested. */
export function suggestFrom(kind: SuggestedKind): string {
  return `${ADMIN_ROOT}/suggest/${kind}`;
}

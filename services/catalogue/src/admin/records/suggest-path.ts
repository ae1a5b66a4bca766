import { ADMIN_ROOT } from '../operator-session.ts';

/** What names are suggested for while somebody types. */
export type SuggestedKind = 'club' | 'brand' | 'competition' | 'colour';

/** Where values for a field are suggested. */
export function suggestFrom(kind: SuggestedKind): string {
  return `${ADMIN_ROOT}/suggest/${kind}`;
}

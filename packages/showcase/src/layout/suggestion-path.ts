import type { Suggestion } from '@kitroom/catalogue-client';

/** Where a suggestion leads: the screen of a club or kit, or the wall of kits with a filter. */
export function toSuggestionPath({ type, id }: Pick<Suggestion, 'type' | 'id'>): string {
  switch (type) {
    case 'club':
      return `/clubs/${id}`;
    case 'kit':
      return `/kits/${id}`;
    case 'season':
    case 'brand':
    case 'competition':
      return `/?${type}=${id}`;
  }
}

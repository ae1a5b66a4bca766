import type { ItemSource } from './use-item-pages.ts';

type Ordering = readonly [key: string, text: string];

const ORDERINGS: readonly Ordering[] = [
  ['', 'Newest first'],
  ['created_at', 'Oldest first'],
  ['-updated_at', 'Recently changed first'],
  ['name', 'Name, A to Z'],
  ['-name', 'Name, Z to A'],
  ['club', 'Club, A to Z'],
  ['-club', 'Club, Z to A'],
  ['brand', 'Brand, A to Z'],
  ['-brand', 'Brand, Z to A'],
  ['player_name', 'Player, A to Z'],
  ['-player_name', 'Player, Z to A'],
  ['-season', 'Season, newest first'],
  ['season', 'Season, oldest first'],
  ['-condition', 'Best condition first'],
  ['condition', 'Worst condition first'],
];

const OWN_ORDERINGS: readonly Ordering[] = [
  ['-acquired_on', 'Acquired, newest first'],
  ['acquired_on', 'Acquired, oldest first'],
  ['-price', 'Highest price first'],
  ['price', 'Lowest price first'],
  ['-estimated_value', 'Highest value first'],
  ['estimated_value', 'Lowest value first'],
];

/** The API's orderings for a list of items, with their texts. */
export function listOrderings(source: ItemSource): readonly Ordering[] {
  return source === 'mine' ? [...ORDERINGS, ...OWN_ORDERINGS] : ORDERINGS;
}

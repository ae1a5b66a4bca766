import { toDemoSlug } from '@kitroom/demo/catalogue/demo-slug';
import { openRandom, pickFrom } from '@kitroom/demo/catalogue/seeded-random';
import type { ClubToFind } from './search-recall.ts';

const HALF = 3;

/**
 * Invents clubs out of known ones: a place whose name is made of two halves of known words, with the first or the last word
 * of a known name. Always the same ones, and none of the known slugs.
 */
export function generateClubs(known: readonly ClubToFind[], count: number): ClubToFind[] {
  const random = openRandom('invented clubs');
  const names = known.map(({ name }) => name.split(' '));
  const long = names.flat().filter((word) => word.length >= 2 * HALF);
  const slugs = new Set(known.map(({ slug }) => slug));
  const invented: ClubToFind[] = [];
  while (invented.length < count) {
    const place = pickFrom(random, long).slice(0, HALF) + pickFrom(random, long).slice(HALF);
    const [first = ''] = pickFrom(random, names);
    const last = pickFrom(random, names).at(-1) ?? '';
    const name = random() < 0.5 ? `${first} ${place}` : `${place} ${last}`;
    const slug = `${toDemoSlug(name)}-kits`;
    if (slugs.has(slug)) continue;
    slugs.add(slug);
    invented.push({ slug, name, aliases: [place, `${first} ${place} ${last}`] });
  }
  return invented;
}

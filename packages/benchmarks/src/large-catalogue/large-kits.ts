import { DEMO_BRANDS } from '@kitroom/demo/catalogue/demo-brands';
import { toDemoSlug } from '@kitroom/demo/catalogue/demo-slug';
import { createRandom, pickFrom, type Random } from '@kitroom/demo/catalogue/seeded-random';
import { LANGUAGES } from './languages.ts';
import { apportion, fractionOf, openWeighted, readWeighted } from './weighted.ts';

/** Kit types with the share of seasons that have one, the most frequent first. */
export const TYPES = readWeighted(
  'Home 0.96, Away 0.85, Third 0.45, GK 0.4, GK 2 0.3, Training 0.2, Fourth 0.12, Pre-Match 0.2, GK 3 0.2, ' +
    'Special 0.15, Anthem Jacket 0.12, Training 2 0.12, Polo 0.08, Cup Home 0.06, Travel 0.06, Warm-up 0.06, ' +
    'Pre-Season 0.05, Rain Jacket 0.05, Temporary Home 0.04, GK Training 0.06, Home 2 0.04, Away 2 0.04, ' +
    'Anniversary 0.04, Training 3 0.06, GK 4 0.06, Windbreaker 0.05, Cup Away 0.03, Bench Jacket 0.03, Track Jacket ' +
    '0.03, Vest 0.03, Staff Shirt 0.03, Polo 2 0.03, Travel 2 0.02, Pre-Match 2 0.05, Warm-up 2 0.03, Special 2 ' +
    '0.05, Special 3 0.02, Third 2 0.02, Fifth 0.02, GK 5 0.02, Training 4 0.03, Training 5 0.02, Training 6 0.02, ' +
    'Training 7 0.01, Training 8 0.01, Pre-Match 3 0.03, Pre-Match 4 0.02, Pre-Season 2 0.01, Temporary Away 0.02, ' +
    'Cup Third 0.01, Anthem Jacket 2 0.04, Rain Jacket 2 0.01, GK Training 2 0.02, Polo 3 0.01, Europe Home 0.02, ' +
    'Europe Away 0.02, Charity 0.01, Legends 0.01, Travel 3 0.01, Bench Jacket 2 0.01, Windbreaker 2 0.02',
);
const COLOURS = readWeighted(
  'White 22, Red 18, Blue 16, Black 11, Yellow 8, Green 7, Sky blue 4, Navy 4, Orange 3, Gray 2, Claret 1.5, ' +
    'Purple 1, Pink 1, Off-white 0.5, Brown 0.3, Gold 0.3, Silver 0.3',
);
export const pickColour = openWeighted(COLOURS);
const DESIGNS = readWeighted(
  'Plain 45, Unknown 10, Graphic 11, Stripes 9, Contrasting sleeves 5, Pinstripes 4, Chest band 3, Hoops 3, ' +
    'Gradient 3, Single stripe 2, Half-and-half 1.5, Sash 1.5, Chevron 1, Checkers 0.7, Diagonal 0.6, ' +
    'Cross 0.4, Quarters 0.3',
);
export const pickDesign = openWeighted(DESIGNS);
/** Real brands, the most frequent first, and invented ones that few clubs have. */
export const BRANDS = inventBrands(400).map((name, at) => {
  return { name, slug: `${toDemoSlug(name)}-kits`, weight: 1 / (at + 1.5) };
});
export const pickBrand = openWeighted(BRANDS);

/** Half of the seasons are within a calendar year, half across two. */
const SEASONS = { each: 75, newest: 2026, fadingYears: 14 };
/** The most kits of a club in a season, except the largest clubs, and the mean of small clubs. */
const IN_SEASON = { most: 32, mean: 2.2 };

/** The season of so many years ago. */
export function seasonOf(age: number, isCalendar: boolean): string {
  const year = SEASONS.newest - age;
  return isCalendar ? String(year) : `${year - 1}-${String(year % 100).padStart(2, '0')}`;
}

/**
 * Gives each club its kits, as indexes of club and type and the age of the season: no type twice in a season,
 * more in recent seasons. In random order, as collectors add them.
 */
export function planKits(clubs: ReadonlyArray<{ kits: number }>) {
  const random = createRandom('large kits');
  const plan = clubs.flatMap(({ kits }, club) =>
    shareBySeasons(kits, club).flatMap(([age, inSeason]) =>
      pickTypes(inSeason, random).map((type) => ({ club, age, type })),
    ),
  );
  const randomOrder = createRandom('order of kits');
  for (let at = plan.length - 1; at > 0; at -= 1) {
    const swapped = Math.floor(randomOrder() * (at + 1));
    [plan[at], plan[swapped]] = [plan[swapped]!, plan[at]!];
  }
  return plan;
}

function shareBySeasons(count: number, club: number) {
  const most = Math.max(IN_SEASON.most, Math.ceil((1.5 * count) / SEASONS.each));
  const least = Math.ceil((1.5 * count) / most);
  const usual = Math.round(count / (IN_SEASON.mean + 4 * fractionOf(club, 1)));
  const span = Math.min(SEASONS.each, Math.max(1, least, usual));
  const newest = Math.floor((SEASONS.each - span) * fractionOf(club, 2) ** 2.5);
  const weights = Array.from(
    { length: span },
    (_, at) => Math.exp(-(newest + at) / SEASONS.fadingYears) + 0.05,
  );
  return apportion(count, weights, most).map((kits, at) => [newest + at, kits] as const);
}

/** Picks so many types: frequent ones first. */
function pickTypes(count: number, random: Random): number[] {
  const picked: number[] = [];
  const unpicked: number[] = [];
  for (const [at, { weight }] of TYPES.entries()) {
    if (picked.length === count) return picked;
    (random() < weight ? picked : unpicked).push(at);
  }
  return [...picked, ...unpicked.slice(0, count - picked.length)];
}

function inventBrands(count: number): string[] {
  const random = createRandom('brands');
  const names = new Set<string>();
  const kinds = ['Sport', 'Sports', 'Teamwear', 'Sportswear', 'Athletics', 'Pro', 'Active', ''];
  while (names.size < count - DEMO_BRANDS.length) {
    const town = pickFrom(random, LANGUAGES).towns.map((halves) => pickFrom(random, halves));
    names.add(`${town.join('')} ${pickFrom(random, kinds)}`.trim());
  }
  return [...DEMO_BRANDS, ...names];
}

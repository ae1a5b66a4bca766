/** A kit in a collection of the stand-in archive. */
export interface StandInKit {
  id: number;
  team: string;
  /** As the site shows it: mostly `2023-24` or `2023`, now and then `23-24`. */
  season: string;
  type: string;
  /** Without the id. */
  slug: string;
  /** In one of the site's three forms. */
  path: string;
  /** The path of its picture; undefined: it has none. */
  image: string | undefined;
  /** Shown with the site's address before it. */
  imageIsAbsolute: boolean;
}

/** A club's name, and its short name in slugs. */
const teams: ReadonlyArray<readonly [name: string, slug: string]> = [
  ['Málaga CF', 'malaga-cf'],
  ['Bayer 04 Leverkusen', 'bayer-04-leverkusen'],
  ['Brighton & Hove Albion', 'brighton-and-hove-albion'],
  ['1. FC Köln', '1-fc-koln'],
  ['AS Saint-Étienne', 'as-saint-etienne'],
  ['FK Bodø/Glimt', 'fk-bodo-glimt'],
  ['Nott’m Forest', 'nottm-forest'],
  ["Newell's Old Boys", 'newells-old-boys'],
  ['Beşiktaş', 'besiktas'],
  ['São Paulo FC', 'sao-paulo-fc'],
  ['SV Werder Bremen', 'sv-werder-bremen'],
  ['Śląsk Wrocław', 'slask-wroclaw'],
  ['Kaizer Chiefs', 'kaizer-chiefs'],
  ['Red Star FC', 'red-star-fc'],
  ['Urawa Red Diamonds', 'urawa-red-diamonds'],
  ['PSV', 'psv'],
];
const types = ['Home', 'Away', 'Third', 'GK 2', 'Pre-Match', 'Anniversary', 'GK', 'Fourth'];
const newestYear = 2024;
const years = 45;
const firstUserid = 1000;

/** The address of a kit's picture as the site at `site` (no slash at the end) shows it. */
export function showImage({ image, imageIsAbsolute }: StandInKit, site: string): string | undefined {
  return image !== undefined && imageIsAbsolute ? `${site}${image}` : image;
}

/**
 * The kits of a collection, latest first, always the same. Their oddities come at fixed places: every 3rd path in
 * another form, every 6th season in two digits, a picture missing at the 8th of 17, the 11th kit the same as the 10th.
 */
export function listKits(userid: number, count: number): StandInKit[] {
  return Array.from({ length: count }, (_, place) =>
    // Somebody who has the same shirt twice.
    toKit(userid - firstUserid + (place === 10 ? 9 : place), place),
  );
}

function toKit(number: number, place: number): StandInKit {
  const id = 100_000 + number * 37;
  const [team = '', teamSlug = ''] = teams[number % teams.length] ?? [];
  const type = types[Math.floor(number / 5) % types.length] ?? '';
  const year = newestYear - (Math.floor(number / teams.length) % years);
  // Some leagues play from spring to autumn.
  const season = number % 4 === 3 ? String(year) : `${year}-${twoDigits(year + 1)}`;
  const slug = `${teamSlug}-${season}-${type.toLowerCase().replaceAll(' ', '-')}-kit`;
  return {
    id,
    team,
    season: place % 6 === 2 ? season.replace(/^\d\d(?=\d\d-)/, '') : season,
    type,
    slug,
    path: [`/${slug}/${id}/`, `/${slug}/`, `/${slug}-${id}/`][place % 3] ?? '',
    image: place % 17 === 7 ? undefined : `/static/kits/${id}.png?v=2&w=300`,
    imageIsAbsolute: place % 2 === 1,
  };
}

function twoDigits(year: number): string {
  return String(year % 100).padStart(2, '0');
}

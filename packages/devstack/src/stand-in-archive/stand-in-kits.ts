/** A kit in a collection of the stand-in archive. */
export interface StandInKit {
  id: number;
  team: string;
  /** As displayed by the site: mostly `2023-24` or `2023`, sometimes `23-24`. */
  season: string;
  type: string;
  /** In one of the site's three formats. */
  path: string;
  /** The path of its picture, if any. */
  image: string | undefined;
  /** Whether the picture is displayed with an absolute URL. */
  imageIsAbsolute: boolean;
}

/** Each club's name, and its name in slugs. */
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

/** The URL of a kit's picture as displayed by the site, whose URL has no trailing slash. */
export function showImage({ image, imageIsAbsolute }: StandInKit, site: string): string | undefined {
  return image !== undefined && imageIsAbsolute ? `${site}${image}` : image;
}

/**
 * The kits of a collection, newest first; deterministic. Irregularities are at fixed positions: the path
 * format alternates, one season in 6 has two-digit years, one kit in 17 has no picture, and the 11th kit
 * equals the 10th.
 */
export function listKits(userid: number, count: number): StandInKit[] {
  return Array.from({ length: count }, (_, index) =>
    // A collector may own the same shirt twice.
    toKit(userid - firstUserid + (index === 10 ? 9 : index), index),
  );
}

function toKit(number: number, index: number): StandInKit {
  const id = 100_000 + number * 37;
  const [team = '', teamSlug = ''] = teams[number % teams.length] ?? [];
  const type = types[Math.floor(number / 5) % types.length] ?? '';
  const year = newestYear - (Math.floor(number / teams.length) % years);
  // Some leagues play in calendar years.
  const season = number % 4 === 3 ? String(year) : `${year}-${twoDigits(year + 1)}`;
  const slug = `${teamSlug}-${season}-${type.toLowerCase().replaceAll(' ', '-')}-kit`;
  return {
    id,
    team,
    season: index % 6 === 2 ? season.replace(/^\d\d(?=\d\d-)/, '') : season,
    type,
    path: [`/${slug}/${id}/`, `/${slug}/`, `/${slug}-${id}/`][index % 3] ?? '',
    image: index % 17 === 7 ? undefined : `/static/kits/${id}.png?v=2&w=300`,
    imageIsAbsolute: index % 2 === 1,
  };
}

function twoDigits(year: number): string {
  return String(year % 100).padStart(2, '0');
}

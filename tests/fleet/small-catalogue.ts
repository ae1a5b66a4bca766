/** A kit as a line of an import. `look` lists the design, the primary colour and the secondary colours. */
export function kit(
  club: string,
  clubName: string,
  brand: string,
  season: string,
  type: string,
  [design, primary, ...secondary]: readonly string[],
) {
  return {
    kind: 'kit',
    slug: `${club}-${season}-${type.toLowerCase()}-kit`,
    name: `${clubName} ${season} ${type}`,
    club: `${club}-kits`,
    season,
    brand: `${brand}-kits`,
    type,
    competitions: [],
    design,
    primary_color: primary,
    secondary_colors: secondary,
  };
}

/** A catalogue of three kits in the import format. */
export const SMALL_CATALOGUE = [
  { kind: 'brand', slug: 'adidas-kits', name: 'adidas' },
  { kind: 'brand', slug: 'umbro-kits', name: 'Umbro' },
  { kind: 'competition', slug: 'la-liga-kits', name: 'La Liga', country: 'ES' },
  { kind: 'club', slug: 'malaga-cf-kits', name: 'Málaga CF', country: 'ES' },
  { kind: 'club', slug: 'celtic-kits', name: 'Celtic', country: 'GB' },
  kit('malaga-cf', 'Málaga CF', 'adidas', '2003-04', 'Home', ['Stripes', 'Sky blue', 'White']),
  kit('malaga-cf', 'Málaga CF', 'adidas', '2003-04', 'Away', ['Plain', 'Navy', 'White']),
  kit('celtic', 'Celtic', 'umbro', '2002-03', 'Home', ['Hoops', 'Green', 'White']),
]
  .map((line) => `${JSON.stringify(line)}\n`)
  .join('');

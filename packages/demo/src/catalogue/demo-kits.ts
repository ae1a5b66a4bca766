import type { DemoCompetition } from './demo-competitions.ts';
import { DEMO_KIT_TYPES, type DemoKitType } from './demo-kit-types.ts';
import { drawLooks } from './demo-looks.ts';
import { toDemoSlug } from './demo-slug.ts';
import type { DemoTeam, Look, TeamSeason } from './demo-team.ts';
import { openRandom } from './seeded-random.ts';

/** A kit of the import format; `rating` is null if nobody has rated it. */
export type DemoKit = ReturnType<typeof toKit>;

const UNRATED = 0.12;

/** Draws the kits that a team has in one of its seasons. */
export function drawSeasonKits(team: DemoTeam, season: TeamSeason): DemoKit[] {
  const looks = drawLooks(team, season.first);
  return drawTypes(team, season).map((type) => toKit(team, season, type, looks.get(type.name) ?? team.home));
}

function drawTypes(team: DemoTeam, season: TeamSeason): DemoKitType[] {
  if (season.only) return DEMO_KIT_TYPES.filter((type) => type.name === season.only);
  const drawn = new Map<string, DemoKitType>();
  for (const type of DEMO_KIT_TYPES) {
    if (isDrawn(team, season, type) && (!type.needs || drawn.has(type.needs))) drawn.set(type.name, type);
  }
  return [...drawn.values()];
}

function isDrawn(team: DemoTeam, season: TeamSeason, { name, since, share, cut }: DemoKitType): boolean {
  if (name === 'Home') return true;
  if (season.first < since || (name === 'Cup' && !season.cup)) return false;
  // The older a season is, the fewer of its kits were photographed: from two fifths in 1990 to all in 2025.
  const kept = 0.4 + 0.6 * ((season.first - 1990) / 35);
  // Away shirts are almost as frequent as home shirts.
  const plenty = cut === 'away' ? Math.sqrt(team.plenty) : team.plenty;
  return openRandom(`${team.slug} ${season.year} ${name} drawn`)() < share * kept * plenty;
}

function toKit(team: DemoTeam, season: TeamSeason, type: DemoKitType, look: Look) {
  const [design, primary, ...secondary] = look;
  return {
    slug: `${team.slug}-${season.year}-${toDemoSlug(type.name)}-kit`,
    name: `${team.name} ${season.year} ${type.name}`,
    club: `${team.slug}-kits`,
    season: season.year,
    brand: `${toDemoSlug(season.brand)}-kits`,
    type: type.name,
    competitions: wornIn(season, type).map((competition) => `${toDemoSlug(competition)}-kits`),
    design,
    primary_color: primary,
    secondary_colors: secondary,
    rating: drawRating(`${team.slug} ${season.year} ${type.name} rating`),
  };
}

function wornIn(season: TeamSeason, type: DemoKitType): readonly DemoCompetition[] {
  if (type.name === 'Cup') return season.cup ? [season.cup] : [];
  return type.isFriendly || type.cut === 'training' ? [] : season.competitions;
}

/** From 1 to 5 and mostly between 2.5 and 4.5, with two decimals. */
function drawRating(seed: string): number | null {
  const random = openRandom(seed);
  if (random() < UNRATED) return null;
  const middling = (random() + random()) / 2;
  return Math.round((1 + 4 * Math.sqrt(middling)) * 100) / 100;
}

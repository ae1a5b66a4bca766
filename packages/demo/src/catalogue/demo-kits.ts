import type { DemoCompetition } from './demo-competitions.ts';
import { DEMO_KIT_TYPES, type DemoKitType } from './demo-kit-types.ts';
import { generateLooks } from './demo-looks.ts';
import { toDemoSlug } from './demo-slug.ts';
import type { DemoTeam, Look, TeamSeason } from './demo-team.ts';
import { createRandom } from './seeded-random.ts';

/** A kit in the import format. `rating` is null for unrated kits. */
export type DemoKit = ReturnType<typeof toKit>;

const UNRATED_PROBABILITY = 0.12;

/** Generates the kits of a team in one season. */
export function generateSeasonKits(team: DemoTeam, season: TeamSeason): DemoKit[] {
  const looks = generateLooks(team, season.first);
  return pickTypes(team, season).map((type) => toKit(team, season, type, looks.get(type.name) ?? team.home));
}

function pickTypes(team: DemoTeam, season: TeamSeason): DemoKitType[] {
  if (season.only) return DEMO_KIT_TYPES.filter((type) => type.name === season.only);
  const picked = new Map<string, DemoKitType>();
  for (const type of DEMO_KIT_TYPES) {
    if (isPicked(team, season, type) && (!type.needs || picked.has(type.needs))) picked.set(type.name, type);
  }
  return [...picked.values()];
}

function isPicked(team: DemoTeam, season: TeamSeason, { name, since, share, cut }: DemoKitType): boolean {
  if (name === 'Home') return true;
  if (season.first < since || (name === 'Cup' && !season.cup)) return false;
  // Older seasons have fewer kits: two fifths in 1990, all in 2025.
  const coverage = 0.4 + 0.6 * ((season.first - 1990) / 35);
  // Away shirts are almost as frequent as home shirts.
  const plenty = cut === 'away' ? Math.sqrt(team.plenty) : team.plenty;
  return createRandom(`${team.slug} ${season.year} ${name} drawn`)() < share * coverage * plenty;
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
    competitions: competitionsOf(season, type).map((competition) => `${toDemoSlug(competition)}-kits`),
    design,
    primary_color: primary,
    secondary_colors: secondary,
    rating: generateRating(`${team.slug} ${season.year} ${type.name} rating`),
  };
}

function competitionsOf(season: TeamSeason, type: DemoKitType): readonly DemoCompetition[] {
  if (type.name === 'Cup') return season.cup ? [season.cup] : [];
  return type.isFriendly || type.cut === 'training' ? [] : season.competitions;
}

/** Returns a rating from 1 to 5 with two decimals, mostly between 2.5 and 4.5; null for unrated kits. */
function generateRating(seed: string): number | null {
  const random = createRandom(seed);
  if (random() < UNRATED_PROBABILITY) return null;
  const mean = (random() + random()) / 2;
  return Math.round((1 + 4 * Math.sqrt(mean)) * 100) / 100;
}

import type { ColourName, Design } from '@kitroom/shared';
import type { BrandEras, DemoBrand } from './demo-brands.ts';
import type { DemoCompetition } from './demo-competitions.ts';
import type { DemoLeagueName } from './demo-leagues.ts';

/** Design, primary colour, secondary colours. */
export type Look = readonly [design: Design, primary: ColourName, ...secondary: ColourName[]];

/** How often a club plays in continental cups, and how many kits it has: 1 many, 2 some, 3 few. */
export type Prominence = 1 | 2 | 3;

/** Exceptions for individual clubs. */
export interface ClubExtras {
  /** Ranges of seasons, by start year, that the club played below the league. */
  down?: readonly (readonly [from: number, to: number])[];
  /** Set if different from the league's country. */
  country?: string;
  /**
   * Whether no season is missing and each has many kits, because examples in the documentation depend on it.
   */
  complete?: boolean;
}

/** A club of the demo catalogue, as a row. */
export type ClubRow = readonly [
  name: string,
  prominence: Prominence,
  home: Look,
  away: Look,
  brands: BrandEras,
  extras?: ClubExtras,
];

/** The clubs of a league. */
export interface LeagueClubs {
  league: DemoLeagueName;
  clubs: readonly ClubRow[];
}

/** A season for which the catalogue has kits of a team. */
export interface TeamSeason {
  /** For example `2024-25` or `2024`. */
  year: string;
  /** The year in which the season starts. */
  first: number;
  brand: DemoBrand;
  /** The competitions of the match kits. */
  competitions: readonly DemoCompetition[];
  /** The competition of the cup kit. */
  cup?: DemoCompetition;
  /** The only kit type, for seasons with a single special shirt. */
  only?: string;
}

/** A club, a side team or a national team with all its seasons, oldest first. */
export interface DemoTeam {
  name: string;
  /** The catalogue's slug without `-kits`. */
  slug: string;
  /** ISO 3166-1; in the United Kingdom ISO 3166-2. */
  country: string;
  home: Look;
  away: Look;
  /** Slug of the team whose shirts this team wears: for a side team its club's, else its own. */
  wardrobe: string;
  /** The share of the possible kit types that a season has; 1 for the most collected clubs. */
  plenty: number;
  seasons: readonly TeamSeason[];
}

import type { ColourName, Design } from '@kitroom/shared';
import type { BrandEras, DemoBrand } from './demo-brands.ts';
import type { DemoCompetition } from './demo-competitions.ts';
import type { DemoLeagueName } from './demo-leagues.ts';

/** Design, primary colour, secondary colours. */
export type Look = readonly [design: Design, primary: ColourName, ...secondary: ColourName[]];

/** How often a club plays abroad and how many of its kits are in the catalogue: 1 many, 2 some, 3 few. */
export type Prominence = 1 | 2 | 3;

/** Exceptions for individual clubs. */
export interface ClubExtras {
  /** The seasons below the league, as first years, from and to. */
  down?: readonly (readonly [from: number, to: number])[];
  /** If different from the league's country. */
  country?: string;
  /** Has every season since its first, and many kits in each: the documentation's examples depend on it. */
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

/** A season of which the catalogue has a team's kits. */
export interface TeamSeason {
  year: string;
  first: number;
  brand: DemoBrand;
  /** What its match kits were worn in. */
  competitions: readonly DemoCompetition[];
  /** What its cup kit was worn in. */
  cup?: DemoCompetition;
  /** The only kit type, for seasons with a single special shirt. */
  only?: string;
}

/** A club, a side team or a national team with all its seasons, oldest first. */
export interface DemoTeam {
  name: string;
  /** Without the `-kits` of the catalogue's slug. */
  slug: string;
  /** ISO 3166-1; in the United Kingdom ISO 3166-2. */
  country: string;
  home: Look;
  away: Look;
  /** The slug of the team whose shirts it wears: of a side team its club, else its own. */
  wardrobe: string;
  /** The share of the possible kit types that a season has; 1 for the most collected clubs. */
  plenty: number;
  seasons: readonly TeamSeason[];
}

import type { ColourName, Design } from '@kitroom/shared';
import type { BrandEras } from './demo-brands.ts';
import type { DemoLeagueName } from './demo-leagues.ts';

/** Design, primary colour, secondary colours. */
export type Look = readonly [design: Design, primary: ColourName, ...secondary: ColourName[]];

/** How often a club plays abroad and how many of its kits collectors have: 1 many, 2 some, 3 few. */
export type Prominence = 1 | 2 | 3;

/** Exceptions for individual clubs. */
export interface ClubExtras {
  /** The seasons below the league, as first years, from and to. */
  down?: readonly (readonly [from: number, to: number])[];
  /** If different from the league's country. */
  country?: string;
  /** Has every season since its first, and many kits in each: the documentation's examples count on it. */
  complete?: boolean;
}

/** A club of the demo catalogue: a line in a table. */
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

import type { DemoBrand } from './demo-brands.ts';
import type { Look } from './demo-club-rows.ts';
import type { DemoCompetition } from './demo-competitions.ts';

/** A season of which the catalogue has a team's kits. */
export interface TeamSeason {
  year: string;
  first: number;
  brand: DemoBrand;
  /** What its match kits were worn in. */
  competitions: readonly DemoCompetition[];
  /** What its cup kit was worn in. */
  cup?: DemoCompetition;
  /** The only kit type it has, where it is no ordinary season. */
  only?: string;
}

/** A club, a side team or a national team with all its seasons, oldest first. */
export interface DemoTeam {
  name: string;
  /** Without the `-kits` of the catalogue's slug. */
  slug: string;
  /** ISO 3166, with the part of the United Kingdom. */
  country: string;
  home: Look;
  away: Look;
  /** The team whose shirts it wears: of a side team its club, else itself. */
  wardrobe: string;
  /** How many of the possible kit types a season has, 1 for the clubs collected most. */
  plenty: number;
  seasons: readonly TeamSeason[];
}

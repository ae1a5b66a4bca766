import type { DemoKitType } from './demo-kit-types.ts';

/** A single shirt for a day of its own, in a season that is one calendar year. */
export interface Occasion {
  club: string;
  year: number;
  type: DemoKitType['name'];
}

/** Shirts that the seasons do not have; `malaga 2003` finds three kinds of seasons because of the first. */
export const DEMO_OCCASIONS: readonly Occasion[] = [
  { club: 'Málaga CF', year: 2003, type: 'Special' },
  { club: 'AC Milan', year: 1999, type: 'Special' },
  { club: 'FC Barcelona', year: 1999, type: 'Special' },
  { club: 'Real Madrid', year: 2002, type: 'Special' },
  { club: 'Ajax', year: 2000, type: 'Special' },
  { club: 'Inter', year: 2008, type: 'Special' },
  { club: 'Borussia Dortmund', year: 2009, type: 'Special' },
];

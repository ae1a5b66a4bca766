/** How places and clubs are called where a language is spoken. */
export interface Language {
  /** Country codes with their share of clubs and the name that competitions carry. */
  countries: ReadonlyArray<readonly [code: string, weight: number, name: string]>;
  /** Seasons within one calendar year. */
  hasCalendarSeasons?: true;
  /** Halves of town names: every beginning goes with every ending. */
  beginnings: readonly string[];
  endings: readonly string[];
  /** Names of clubs, `*` being the town; the first ones are the most frequent. */
  clubs: readonly string[];
  /** Names of second, youth and women's teams, `*` being the club. */
  sides: readonly string[];
  /** Names of competitions, `*` being the country; the first three are the leagues. */
  competitions: readonly string[];
}

export const words = (text: string): string[] => text.split(' ');
export const names = (text: string): string[] => text.split(', ');

import written from './languages.json' with { type: 'json' };
import { readWeighted } from './weighted.ts';

/** Names of places and clubs in countries of one language, combined at random. */
export type Language = (typeof LANGUAGES)[number];

/**
 * Real ways of naming towns and clubs in fourteen languages. Countries have their share of clubs. Each
 * beginning of a town fits each ending, after the plus sign. The first clubs are the most frequent, the first
 * three competitions are the leagues; `*` is the town, in sides the club, in competitions the country.
 */
export const LANGUAGES = written.map((language) => ({
  countries: readWeighted(language.countries).map(({ name, weight }) => {
    return { code: name.slice(0, 2), name: name.slice(3), weight };
  }),
  hasCalendarSeasons: 'hasCalendarSeasons' in language,
  towns: language.towns.split(' + ').map((halves) => halves.split(' ')),
  clubs: language.clubs.split(', '),
  sides: language.sides.split(', '),
  competitions: language.competitions.split(', '),
}));

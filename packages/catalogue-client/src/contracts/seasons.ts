import * as z from 'zod';
import { idInput, KEYWORD_MAX, keywordInput, type Contract, type ContractTree } from '@kitroom/shared';
import { errorResponse, responsesOf } from './errors.ts';

const read = { method: 'GET', tag: 'Seasons' } as const;

/** A season; `year` is `YYYY` or `YYYY-YY`. */
export const season = z.object({ id: z.int(), year: z.string() }).meta({ id: 'Season' });

/** The regular expression of a season search's keyword: digits, with at most one dash after them. */
export const SEASON_KEYWORD = String.raw`^\s*(\d+-?\d*)?\s*$`;

/** A season of a search result, with its years as four digits. */
export const seasonSearchItem = season
  .extend({ first_year: z.string(), second_year: z.string().nullable() })
  .meta({ id: 'SeasonSearchItem' });

/** `GET /api/seasons`: the seasons in which a club has kits, newest first. */
export const listClubSeasons = {
  ...read,
  id: 'listClubSeasons',
  path: '/api/seasons',
  summary: "List a club's seasons",
  query: z.object({ id: idInput.meta({ idOf: 'club' }) }),
  responses: responsesOf(z.array(season), { 301: errorResponse, 404: errorResponse }),
  cacheSeconds: 3600,
} as const satisfies Contract;

const seasonKeyword = keywordInput.meta({
  openapi: { type: 'string', maxLength: KEYWORD_MAX, pattern: SEASON_KEYWORD },
});

/** `GET /api/seasons/search`: up to ten seasons by year: `2025`, `2025-`, `2020-21`, `97`. */
export const searchSeasons = {
  ...read,
  id: 'searchSeasons',
  path: '/api/seasons/search',
  summary: 'Search seasons by year',
  query: z.object({ keyword: seasonKeyword }),
  responses: responsesOf(z.array(seasonSearchItem)),
  cacheSeconds: 1800,
} as const satisfies Contract;

/** `GET /api/seasons/{season_id}`: one season. */
export const getSeason = {
  ...read,
  id: 'getSeason',
  path: '/api/seasons/{season_id}',
  summary: 'Get a season',
  params: z.object({ season_id: idInput.meta({ idOf: 'season' }) }),
  responses: responsesOf(season, { 404: errorResponse }),
} as const satisfies Contract;

/** The endpoints, keyed by client method name. */
export const seasonEndpoints = {
  /** The seasons in which the club `id` has kits, newest first. Status 404 if the club does not exist. */
  ofClub: listClubSeasons,
  /** Up to ten seasons by year: `2025`, `2025-`, `2020-21`, `97`. Status 400 for any other keyword. */
  search: searchSeasons,
  /** One season. Status 404 if it does not exist. */
  get: getSeason,
} as const satisfies ContractTree;

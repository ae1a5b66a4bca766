import * as z from 'zod';
import { idInput, KEYWORD_MAX, keywordInput, type Contract, type ContractTree } from '@kitroom/shared';
import { errorResponse, responsesOf } from './errors.ts';

const read = { method: 'GET', tag: 'Seasons' } as const;

/** A season; `year` is `YYYY` or `YYYY-YY`. */
export const season = z.object({ id: z.int(), year: z.string() }).meta({ id: 'Season' });

/** What a search for seasons takes, as a regular expression: digits, with at most one dash after them. */
export const SEASON_KEYWORD = String.raw`^\s*(\d+-?\d*)?\s*$`;

/** A season that a search found, with its years in four digits. */
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

/** By the names of the client’s methods. */
export const seasonEndpoints = {
  /** The seasons in which the club `id` has kits, newest first; status 404 if there is no such club. */
  ofClub: listClubSeasons,
  /** Up to ten seasons by year: `2025`, `2025-`, `2020-21`, `97`; status 400 for anything else. */
  search: searchSeasons,
  /** One season; status 404 if there is none with this id. */
  get: getSeason,
} as const satisfies ContractTree;

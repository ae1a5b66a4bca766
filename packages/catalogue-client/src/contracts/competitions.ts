import { idInput, keywordInput, textFilter, type Contract, type ContractTree } from '@kitroom/shared';
import * as z from 'zod';
import { errorResponse, responsesOf } from './errors.ts';
import { countryCode, kitCount, recordListQuery } from './record-lists.ts';

const TAG = 'Competitions';

/** A competition; `country` is null for an international one. */
export const competition = z
  .object({
    id: z.int(),
    name: z.string(),
    slug: z.string(),
    logo: z.string(),
    logo_dark: z.string().nullable(),
    country: countryCode.nullable(),
  })
  .meta({ id: 'Competition' });

/** A competition of a list. */
export const listedCompetition = competition.extend(kitCount).meta({ id: 'ListedCompetition' });

/** `GET /api/competitions`: competitions by name, country or number of kits. */
export const listCompetitions = {
  id: 'listCompetitions',
  method: 'GET',
  path: '/api/competitions',
  tag: TAG,
  summary: 'List competitions',
  query: z.object({ country: textFilter, ...recordListQuery }),
  responses: responsesOf(z.array(listedCompetition)),
  cacheSeconds: 1800,
} as const satisfies Contract;

/** `GET /api/competitions/search`: up to ten competitions by name or slug, tolerating typos and accents. */
export const searchCompetitions = {
  id: 'searchCompetitions',
  method: 'GET',
  path: '/api/competitions/search',
  tag: TAG,
  summary: 'Search competitions by name or slug',
  query: z.object({ keyword: keywordInput }),
  responses: responsesOf(z.array(competition)),
  cacheSeconds: 1800,
} as const satisfies Contract;

/** `GET /api/competitions/{competition_id}`: one competition. */
export const getCompetition = {
  id: 'getCompetition',
  method: 'GET',
  path: '/api/competitions/{competition_id}',
  tag: TAG,
  summary: 'Get a competition',
  params: z.object({ competition_id: idInput }),
  responses: responsesOf(competition, {
    404: errorResponse,
  }),
} as const satisfies Contract;

/** By the names of the client’s methods. */
export const competitionEndpoints = {
  /** A page of competitions with their numbers of kits, by name unless `ordering` is given. */
  list: listCompetitions,
  /** Up to ten competitions by name or slug, tolerating typos and accents. */
  search: searchCompetitions,
  /** One competition; status 404 if there is none with this id. */
  get: getCompetition,
} as const satisfies ContractTree;

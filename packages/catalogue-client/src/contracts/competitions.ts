import * as z from 'zod';
import { idInput, keywordInput, textFilter, type Contract, type ContractTree } from '@kitroom/shared';
import { errorResponse, responsesOf } from './errors.ts';
import { countryCode, kitCount, recordFields, recordListQuery } from './record-lists.ts';

const read = { method: 'GET', tag: 'Competitions' } as const;
const cached = { ...read, cacheSeconds: 1800 } as const;

/** A competition; `country` is null for an international one. */
export const competition = z
  .object({ ...recordFields, country: countryCode.nullable() })
  .meta({ id: 'Competition' });

/** A competition of a list. */
export const listedCompetition = competition.extend(kitCount).meta({ id: 'ListedCompetition' });

/** `GET /api/competitions`: competitions by name, country or number of kits. */
export const listCompetitions = {
  ...cached,
  id: 'listCompetitions',
  path: '/api/competitions',
  summary: 'List competitions',
  query: z.object({ country: textFilter, ...recordListQuery }),
  responses: responsesOf(z.array(listedCompetition)),
} as const satisfies Contract;

/** `GET /api/competitions/search`: up to ten competitions by name or slug, tolerating typos and accents. */
export const searchCompetitions = {
  ...cached,
  id: 'searchCompetitions',
  path: '/api/competitions/search',
  summary: 'Search competitions by name or slug',
  query: z.object({ keyword: keywordInput }),
  responses: responsesOf(z.array(competition)),
} as const satisfies Contract;

/** `GET /api/competitions/{competition_id}`: one competition. */
export const getCompetition = {
  ...read,
  id: 'getCompetition',
  path: '/api/competitions/{competition_id}',
  summary: 'Get a competition',
  params: z.object({ competition_id: idInput.meta({ idOf: 'competition' }) }),
  responses: responsesOf(competition, { 404: errorResponse }),
} as const satisfies Contract;

/** The endpoints, keyed by client method name. */
export const competitionEndpoints = {
  /** A page of competitions with their numbers of kits, sorted by name unless `ordering` is given. */
  list: listCompetitions,
  /** Up to ten competitions by name or slug, tolerating typos and accents. */
  search: searchCompetitions,
  /** One competition. Status 404 if it does not exist. */
  get: getCompetition,
} as const satisfies ContractTree;

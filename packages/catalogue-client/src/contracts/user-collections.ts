import { idInput, pageInput, pageSizeInput, type Contract } from '@kitroom/shared';
import * as z from 'zod';
import { bodyErrors, commonErrors, errorAnswer, invalidInput } from './errors.ts';
import { pagination } from './pagination.ts';

const TAG = 'User collections';

/** A kit in a collector's collection; ids and slugs are the archive's. */
export const collectionEntry = z
  .object({
    kit_id: z.int().meta({ description: "The kit's id in the archive" }),
    kit_name: z.string(),
    kit_slug: z.string(),
    team_name: z.string(),
    season_year: z.string(),
    main_img_url: z.string(),
  })
  .meta({ id: 'CollectionEntry' });

/** A collector's profile; fields that the archive does not provide are missing. */
export const collectionUser = z
  .object({
    name: z.string().optional(),
    image: z.string().optional(),
    twitter: z.string().optional(),
    instagram: z.string().optional(),
    description: z.string().optional(),
    points: z.int().optional(),
  })
  .meta({ id: 'CollectionUser' });

const collectionData = z.object({
  success: z.boolean(),
  entries: z.array(collectionEntry),
  total_entries: z.int(),
  pages_scraped: z.int(),
});

/** A complete, available collection. */
export const cachedCollection = z
  .object({
    status: z.literal('cached'),
    data: collectionData,
    pagination: z.object({ total_count: z.int(), note: z.string() }),
  })
  .meta({ id: 'CachedCollection' });

/** An active scrape. */
export const startedScrape = z
  .object({ status: z.literal('processing'), task_id: z.string(), message: z.string() })
  .meta({ id: 'StartedScrape' });

export const collectionPage = z
  .object({
    status: z.literal('ready'),
    data: collectionData.extend({ user: collectionUser.optional() }),
    pagination: pagination.extend({ page_size: z.int() }),
    cached_until: z.iso.datetime(),
  })
  .meta({ id: 'CollectionPage' });

/** The collection is not available, or not yet. */
export const missingCollection = z
  .object({ status: z.literal('not_found'), message: z.string() })
  .meta({ id: 'MissingCollection' });

/** The progress of a scrape. */
export const scrapeProgress = z
  .object({
    status: z.enum(['processing', 'ready', 'failed', 'not_found']),
    task_id: z.string().nullable(),
    pages_scraped: z.int(),
    entries: z.int(),
    started_at: z.iso.datetime().nullable(),
    finished_at: z.iso.datetime().nullable(),
    error: z.string().nullable().meta({ description: 'Why the scrape failed, as a human-readable message' }),
  })
  .meta({ id: 'ScrapeProgress' });

const params = z.object({ userid: idInput("The collector's id in the archive.") });

/** `true` or `1`, `false` or `0`, ignoring case; empty counts as absent. */
const forceInput = z
  .custom<boolean | string>((value) => /^(true|false|1|0|)$/i.test(String(value)) && !Array.isArray(value))
  .transform((value) => /^(true|1)$/i.test(String(value)))
  .default(false)
  .meta({
    openapi: { type: 'boolean', default: false },
    description: 'Scrape again even if the collection is cached.',
  });

/** `POST /api/user-collection/{userid}/scrape`: scrapes a collector's collection from the archive in the background. */
export const scrapeUserCollection = {
  id: 'scrapeUserCollection',
  method: 'POST',
  path: '/api/user-collection/{userid}/scrape',
  tag: TAG,
  summary: 'Scrape a collection from the archive',
  description:
    'Returns the collection if it is cached; otherwise starts a scrape in the background. If a scrape is ' +
    'in progress, returns its status, with or without `force`. A client may have at most 5 scrapes ' +
    'queued or running.',
  params,
  query: z.object({ force: forceInput }),
  answers: {
    200: { description: 'The cached collection.', schema: cachedCollection },
    202: { description: 'A scrape is in progress.', schema: startedScrape },
    400: invalidInput,
    429: errorAnswer('The client has too many scrapes in progress; see `Retry-After`.'),
    ...bodyErrors,
    ...commonErrors,
  },
} as const satisfies Contract;

/** `GET /api/user-collection/{userid}`: a page of an available collection. */
export const getUserCollection = {
  id: 'getUserCollection',
  method: 'GET',
  path: '/api/user-collection/{userid}',
  tag: TAG,
  summary: 'List the entries of a collection',
  description: 'Collections are cached for 7 days.',
  params,
  query: z.object({ page: pageInput, page_size: pageSizeInput }),
  answers: {
    200: { description: 'A page of the collection.', schema: collectionPage },
    400: invalidInput,
    404: { description: 'The collection is not cached (yet).', schema: missingCollection },
    ...commonErrors,
  },
} as const satisfies Contract;

/** `GET /api/user-collection/{userid}/scrape`: the progress of the newest scrape. */
export const getScrapeProgress = {
  id: 'getScrapeProgress',
  method: 'GET',
  path: '/api/user-collection/{userid}/scrape',
  tag: TAG,
  summary: 'Get the progress of a scrape',
  description: 'Intended for progress bars; an addition to the original API.',
  params,
  answers: {
    200: { description: 'The latest scrape of this collector.', schema: scrapeProgress },
    400: invalidInput,
    ...commonErrors,
  },
} as const satisfies Contract;

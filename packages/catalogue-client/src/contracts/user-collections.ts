import * as z from 'zod';
import {
  idInput,
  pageInput,
  pageSizeInput,
  stringMap,
  type Contract,
  type ContractTree,
} from '@kitroom/shared';
import { bodyErrors, commonErrors, errorResponse, responsesOf } from './errors.ts';
import { pagination } from './record-lists.ts';

const TAG = 'User collections';
const read = { method: 'GET', tag: TAG } as const;

/** A collector's details of an entry; fields that the archive does not provide are missing. */
const entryDetails = z.object({
  entry_id: z.int().optional(),
  kit_type: z.string().optional(),
  brand: z.string().optional(),
  league: z.string().optional(),
  design: z.string().optional(),
  colors: z.array(z.string()).optional(),
  size: z.string().optional(),
  condition: z.string().optional(),
  notes: z.string().optional(),
  tags: z.array(z.string()).optional(),
  images: z.array(z.string()).optional(),
  purchase: stringMap.optional(),
});

/** A kit in a collector's collection. Ids and slugs are those of the archive. */
export const collectionEntry = entryDetails
  .extend({
    kit_id: z.int(),
    kit_name: z.string(),
    kit_slug: z.string(),
    team_name: z.string(),
    season_year: z.string(),
    main_img_url: z.string(),
  })
  .meta({ id: 'CollectionEntry' });

/** A custom entry, which the collector described in free text instead of choosing a kit of the archive. */
export const customEntry = entryDetails
  .extend({ kit_name: z.string(), team_name: z.string(), season_year: z.string() })
  .meta({ id: 'CustomEntry' });

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
  truncated: z.literal(true).optional(),
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

export const customEntryPage = z
  .object({
    status: z.literal('ready'),
    entries: z.array(customEntry),
    pagination: pagination.extend({ page_size: z.int() }),
  })
  .meta({ id: 'CustomEntryPage' });

/** The response for a collection that is not available. */
export const missingCollection = z
  .object({ status: z.literal('not_found'), message: z.string() })
  .meta({ id: 'MissingCollection' });

export const SCRAPE_STATUSES = ['processing', 'ready', 'failed', 'not_found'] as const;

/** The progress of a scrape. */
export const scrapeProgress = z
  .object({
    status: z.enum(SCRAPE_STATUSES),
    task_id: z.string().nullable(),
    pages_scraped: z.int(),
    entries: z.int(),
    started_at: z.iso.datetime().nullable(),
    finished_at: z.iso.datetime().nullable(),
    error: z.string().nullable(),
  })
  .meta({ id: 'ScrapeProgress' });

const missingResponse = { schema: missingCollection };

const params = z.object({ userid: idInput });

/** `true` or `1`, `false` or `0`, ignoring case; empty counts as absent. */
const forceInput = z
  .custom<boolean | string>((value) => /^(true|false|1|0|)$/i.test(String(value)) && !Array.isArray(value))
  .transform((value) => /^(true|1)$/i.test(String(value)))
  .default(false)
  .meta({ openapi: { type: 'boolean', default: false } });

/**
 * `POST /api/user-collection/{userid}/scrape`: scrapes a collector's collection from the archive in the
 * background.
 */
export const scrapeUserCollection = {
  id: 'scrapeUserCollection',
  method: 'POST',
  path: '/api/user-collection/{userid}/scrape',
  tag: TAG,
  summary: 'Scrape a collection from the archive',
  params,
  query: z.object({ force: forceInput }),
  responses: responsesOf(cachedCollection, {
    202: { schema: startedScrape },
    429: errorResponse,
    ...bodyErrors,
  }),
} as const satisfies Contract;

/** `GET /api/user-collection/{userid}`: a page of an available collection. */
export const getUserCollection = {
  ...read,
  id: 'getUserCollection',
  path: '/api/user-collection/{userid}',
  summary: 'List the entries of a collection',
  params,
  query: z.object({ page: pageInput, page_size: pageSizeInput }),
  responses: responsesOf(collectionPage, { 404: missingResponse }),
} as const satisfies Contract;

/**
 * `GET /api/user-collection/{userid}/custom-entries`: a page of the entries that are not kits of the archive.
 */
export const listCustomEntries = {
  ...read,
  id: 'listCustomEntries',
  path: '/api/user-collection/{userid}/custom-entries',
  summary: 'List the custom entries of a collection',
  params,
  query: z.object({ page: pageInput, page_size: pageSizeInput }),
  responses: responsesOf(customEntryPage, { 404: missingResponse }),
} as const satisfies Contract;

const octets = { schema: z.string(), contentType: 'application/octet-stream' } as const;

/**
 * `GET /api/user-collection/{userid}/images/{entry_id}/{number}`: a picture of an entry, fetched from the
 * archive.
 */
export const getEntryImage = {
  ...read,
  id: 'getEntryImage',
  path: '/api/user-collection/{userid}/images/{entry_id}/{number}',
  summary: 'Fetch a picture of an entry',
  params: params.extend({ entry_id: idInput, number: idInput }),
  responses: {
    200: octets,
    206: octets,
    400: errorResponse,
    404: errorResponse,
    416: errorResponse,
    ...commonErrors,
  },
} as const satisfies Contract;

/** `GET /api/user-collection/{userid}/scrape`: the progress of the newest scrape. */
export const getScrapeProgress = {
  ...read,
  id: 'getScrapeProgress',
  path: '/api/user-collection/{userid}/scrape',
  summary: 'Get the progress of a scrape',
  params,
  responses: responsesOf(scrapeProgress),
} as const satisfies Contract;

/** The endpoints, keyed by client method name. */
export const userCollectionEndpoints = {
  /**
   * Returns the collection if it is available (`cached`), otherwise starts or returns the active scrape
   * (`processing`). Status 429 if this client has five active scrapes. A complete collection may exceed
   * `maxResponseBytes`; `get` returns its pages.
   */
  scrape: scrapeUserCollection,
  /** A page of a collection. Status 404 if the collection is not available. */
  get: getUserCollection,
  /** A page of a collection's custom entries, which do not refer to kits of the archive. */
  customEntries: listCustomEntries,
  /**
   * A picture of an entry, fetched from the archive when it is the client's turn. Status 404 if the entry has
   * no such picture, 503 if five requests of this client are already waiting for pictures.
   */
  image: getEntryImage,
  /** The progress of the newest scrape. `followScrape` polls it until the scrape ends. */
  progress: getScrapeProgress,
} as const satisfies ContractTree;

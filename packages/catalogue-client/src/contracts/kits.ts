import * as z from 'zod';
import {
  booleanFilter,
  DESIGNS,
  idInput,
  INTEGER_MAX,
  keywordInput,
  KIT_CATEGORIES,
  pageInput,
  pageSizeInput,
  plainText,
  textFilter,
  type Contract,
  type ContractTree,
} from '@kitroom/shared';
import { brand } from './brands.ts';
import { club } from './clubs.ts';
import { competition } from './competitions.ts';
import { errorResponse, openErrors, responsesOf } from './errors.ts';
import { allKitFilters, kitListOptions } from './kit-filters.ts';
import { colour, kitListItem, listedKit, rating } from './kit-list-items.ts';
import { countryCode, pagination, recordFields } from './record-lists.ts';
import { seasonSearchItem } from './seasons.ts';

const read = { method: 'GET', tag: 'Kits' } as const;
const cached = { ...read, cacheSeconds: 1800 } as const;
const AN_HOUR = 3600;

/** A kit type, with its position in the order of kits. */
export const kitType = z
  .object({
    id: z.int(),
    name: z.string(),
    category: z.enum(KIT_CATEGORIES),
    category_order: z.int(),
    order_priority: z.int(),
    is_goalkeeper: z.boolean(),
  })
  .meta({ id: 'KitType' });

/** The club of a kit, with its id in the archive. */
export const kitTeam = club.extend({ id_archive: z.int().nullable() }).meta({ id: 'KitTeam' });

/** The season of a kit. `first_year` and `second_year` have four digits. */
export const kitSeason = z.object(seasonSearchItem.shape).meta({ id: 'KitSeason' });

export const kit = z
  .object({
    id: z.int(),
    name: z.string(),
    slug: z.string(),
    team: kitTeam,
    season: kitSeason,
    competition: z.array(competition),
    type: kitType,
    brand,
    design: z.enum(DESIGNS).nullable(),
    primary_color: colour.nullable(),
    secondary_color: z.array(colour),
    main_img_url: z.string(),
    rating,
  })
  .meta({ id: 'Kit' });

export const kitSearchItem = kitListItem
  .extend({ team_name: z.string(), season_year: z.string() })
  .meta({ id: 'KitSearchItem' });

const { name, logo, logo_dark } = recordFields;
const badge = { name, logo, logo_dark };

const details = listedKit.shape;

/** A kit of a bulk request. The details of expanded lists are present only with `expand=true`. */
export const kitBulkItem = listedKit
  .extend({
    slug: z.string(),
    team: details.team
      .unwrap()
      .partial()
      .extend({ ...badge, country: countryCode.nullable() }),
    season: details.season.unwrap().partial().extend({ year: z.string() }),
    brand: details.brand.unwrap().partial().extend(badge),
  })
  .meta({ id: 'KitBulkItem' });

export const randomKit = z
  .object({
    id: z.int(),
    name: z.string(),
    slug: z.string(),
    main_img_url: z.string(),
    team_name: z.string(),
    season_year: z.string(),
    type_name: z.string(),
    brand_name: z.string(),
    rating,
    colors: z.string().nullable(),
    design: z.enum(DESIGNS).nullable(),
  })
  .meta({ id: 'RandomKit' });

export const randomKits = z.object({ kits: z.array(randomKit), pagination }).meta({ id: 'RandomKits' });

const params = z.object({ kit_id: idInput.meta({ idOf: 'kit' }) });

/**
 * `GET /api/kits`: kits by keyword and any combination of filters. The default order is that of the search
 * or, without a keyword, newest id first.
 */
export const listKits = {
  ...cached,
  id: 'listKits',
  path: '/api/kits',
  summary: 'List kits',
  query: z.object({ ...allKitFilters, ...kitListOptions, page: pageInput, page_size: pageSizeInput }),
  responses: responsesOf(z.array(listedKit)),
} as const satisfies Contract;

/**
 * How kits were found: by the whole phrase, by all terms, by the meaning of the terms (such as an alias, a
 * brand or a colour), by all terms after correcting misspelt ones, by any term, or by similar words.
 */
export const KIT_SEARCH_TIERS = [
  'phrase',
  'all_terms',
  'understood',
  'corrected',
  'any_term',
  'similar_words',
] as const;

const named = z.object({ id: z.int(), name: z.string() }).nullable();

export const explainedKitSearch = z
  .object({
    results: z.array(kitSearchItem),
    interpretation: z.object({
      terms: z.array(z.string()),
      season: z.string().nullable(),
      years: z.array(z.int({ abort: true })),
      club: named,
      type: named,
    }),
    tier: z.enum(KIT_SEARCH_TIERS).nullable(),
    did_you_mean: z.string().nullable(),
  })
  .meta({ id: 'ExplainedKitSearch' });

/** `GET /api/kits/search`: up to ten kits by name and year, in the order of kit types. */
export const searchKits = {
  ...cached,
  id: 'searchKits',
  path: '/api/kits/search',
  summary: 'Search kits by name and year',
  query: z.object({ keyword: keywordInput, explain: booleanFilter }),
  responses: responsesOf(z.union([z.array(kitSearchItem), explainedKitSearch])),
} as const satisfies Contract;

/** How many kits a bulk request may have by slug, and by id. */
export const BULK_KITS_MIN = 2;
export const BULK_KITS_MAX = 30;
export const BULK_IDS_MAX = 100;

const bulkSlugs = plainText.optional().meta({
  openapi: {
    type: 'array',
    items: { type: 'string', minLength: 1 },
    minItems: BULK_KITS_MIN,
    maxItems: BULK_KITS_MAX,
  },
  isCommaSeparated: true,
});

const bulkIds = z
  .custom<string | readonly number[]>((value) => /^[\d,\s]*$/.test(String(value)))
  .transform((ids) =>
    String(ids)
      .split(',')
      .filter((id) => id.trim())
      .map(Number),
  )
  .pipe(z.array(idInput))
  .optional()
  .meta({
    openapi: {
      type: 'array',
      items: { type: 'integer', minimum: 1, maximum: INTEGER_MAX },
      minItems: 1,
      maxItems: BULK_IDS_MAX,
    },
    isCommaSeparated: true,
    idOf: 'kit',
  });

/** `GET /api/kits/bulk`: 2 to 30 kits by slug or address, or 1 to 100 by id, in the requested order. */
export const listKitsInBulk = {
  ...cached,
  id: 'listKitsInBulk',
  path: '/api/kits/bulk',
  summary: 'Get several kits',
  query: z.object({ slugs: bulkSlugs, kits: bulkSlugs, ids: bulkIds, expand: booleanFilter }),
  responses: responsesOf(z.array(kitBulkItem)),
} as const satisfies Contract;

/** `GET /api/kits/{kit_id}`: a complete kit. */
export const getKit = {
  ...read,
  id: 'getKit',
  path: '/api/kits/{kit_id}',
  summary: 'Get a kit',
  params,
  responses: responsesOf(kit, { 404: errorResponse }),
  cacheSeconds: AN_HOUR,
} as const satisfies Contract;

/** `GET /api/kits/{kit_id}/picture.svg`: the kit drawn from its design and colours. */
export const getKitPicture = {
  ...read,
  id: 'getKitPicture',
  path: '/api/kits/{kit_id}/picture.svg',
  summary: 'Get a drawing of a kit',
  params,
  query: z.object({ v: textFilter }),
  responses: {
    200: { schema: z.string(), contentType: 'image/svg+xml' },
    400: errorResponse,
    404: errorResponse,
    ...openErrors,
  },
  access: 'public',
} as const satisfies Contract;

/** The widths in pixels of drawn pictures as PNG. */
export const KIT_PICTURE_SIZES = [128, 256, 512, 1024] as const;

const png = { schema: z.string(), contentType: 'image/png' } as const;

const pictureSize = z
  .custom<(typeof KIT_PICTURE_SIZES)[number]>((value) =>
    KIT_PICTURE_SIZES.join().split(',').includes(String(value)),
  )
  .transform(Number)
  .default(512)
  .meta({ openapi: { type: 'integer', enum: KIT_PICTURE_SIZES, default: 512 } });

/** `GET /api/kits/{kit_id}/picture.png`: the drawing as PNG, for apps that cannot show SVG. */
export const getKitPicturePng = {
  ...getKitPicture,
  id: 'getKitPicturePng',
  path: '/api/kits/{kit_id}/picture.png',
  summary: 'Get a drawing of a kit as PNG',
  query: z.object({ v: textFilter, size: pictureSize }),
  responses: {
    200: png,
    206: png,
    400: errorResponse,
    404: errorResponse,
    416: errorResponse,
    ...openErrors,
  },
} as const satisfies Contract;

/** `GET /api/random-kits/`: kits in a random order that changes every 30 minutes. */
export const listRandomKits = {
  ...read,
  id: 'listRandomKits',
  path: '/api/random-kits/',
  summary: 'List kits in random order',
  query: z.object({ page: pageInput, page_size: pageSizeInput }),
  responses: responsesOf(randomKits),
} as const satisfies Contract;

/** The endpoints, keyed by client method name. */
export const kitEndpoints = {
  /**
   * A page of kits by keyword and filters. The default order is that of the search or, without a keyword,
   * newest id first. Status 400 for an invalid filter.
   */
  list: listKits,
  /** Up to ten kits by name and year: `malaga 2003`. */
  search: searchKits,
  /**
   * 2 to 30 kits by slug or URL, or 1 to 100 by `ids`, comma-separated, in the requested order. Unknown kits
   * are skipped.
   */
  bulk: listKitsInBulk,
  /** A complete kit. Status 404 if it does not exist. */
  get: getKit,
  /** A drawing of a kit with its design and colours, as an SVG string. */
  picture: getKitPicture,
  /** The same drawing as a square PNG with a transparent background, `size` pixels wide. */
  picturePng: getKitPicturePng,
  /** A page of kits in a random order that changes every 30 minutes. */
  random: listRandomKits,
} as const satisfies ContractTree;

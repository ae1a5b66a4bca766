import * as z from 'zod';
import { PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX, type ContractTree } from '@kitroom/shared';
import { endpointsOf } from './errors.ts';
import {
  IMPORT_ROWS_MAX,
  IMPORT_TABLE_BYTES_MAX,
  IMPORT_ZIP_BYTES_MAX,
  IMPORTS_IN_REVIEW_MAX,
} from './import-shapes.ts';
import {
  DESCRIPTION_MAX,
  NAME_MAX,
  NAME_TEXT_MAX,
  NOTES_MAX,
  NUMBER_MAX,
  PLACE_MAX,
  PLAYER_NAME_MAX,
  SIZE_TEXT_MAX,
} from './item-fields.ts';
import { CONDITION_MAX, CONDITION_MIN, ITEM_TYPES, SIZE_CATEGORIES } from './item-vocabulary.ts';
import {
  PHOTO_AVIF_MAX_PIXELS,
  PHOTO_BYTES_MAX,
  PHOTO_CAPTION_MAX,
  PHOTO_CARD_PIXELS,
  PHOTO_FORMATS,
  PHOTO_PIXELS_MAX,
  PHOTO_THUMBNAIL_PIXELS,
  PHOTO_UNATTACHED_HOURS,
  PHOTOS_PER_ITEM,
  UPLOADS_AT_ONCE,
} from './photos.ts';
import { SHARE_PASSWORD_MAX, SHARE_PASSWORD_MIN, SHARE_TITLE_MAX, SHARES_MAX } from './shares.ts';
import { TAG_MAX, TAGS_MAX } from './tag-list.ts';

const endpoint = endpointsOf('Reference data', { access: 'public' });

export const itemColour = z
  .object({ id: z.int(), name: z.string(), color: z.string() })
  .meta({ id: 'ItemColour' });

export const itemSize = z
  .object({ id: z.int(), name: z.string(), category: z.enum(SIZE_CATEGORIES) })
  .meta({ id: 'Size' });

export const itemDesign = z.object({ id: z.string(), name: z.string() }).meta({ id: 'Design' });

/** A type of item that a photo can show. */
export const contentType = z
  .object({ id: z.int(), item_type: z.enum(ITEM_TYPES), name: z.string() })
  .meta({ id: 'ContentType' });

/** Values of `sign_up`: whether people can create accounts themselves. */
export const SIGN_UP_STATES = ['open', 'closed'] as const;

/** Values of `password_sign_in`: everybody, only staff, or nobody can sign in with a password. */
export const PASSWORD_SIGN_INS = ['on', 'staff', 'off'] as const;

const requestLimit = z.object({ limit: z.int(), seconds: z.int() }).meta({ id: 'RequestLimit' });

/** The limits that all deployments of this version have. */
export const FIXED_LIMITS = {
  photos: {
    max_bytes: PHOTO_BYTES_MAX,
    max_pixels: PHOTO_PIXELS_MAX,
    max_per_item: PHOTOS_PER_ITEM,
    max_uploads_at_once: UPLOADS_AT_ONCE,
    formats: [...PHOTO_FORMATS],
    caption_max_length: PHOTO_CAPTION_MAX,
    unattached_hours: PHOTO_UNATTACHED_HOURS,
    thumbnail: { width: PHOTO_THUMBNAIL_PIXELS, height: PHOTO_THUMBNAIL_PIXELS },
    card: PHOTO_CARD_PIXELS,
    avif_max_pixels: PHOTO_AVIF_MAX_PIXELS,
  },
  items: {
    name_max_length: NAME_MAX,
    description_max_length: DESCRIPTION_MAX,
    player_name_max_length: PLAYER_NAME_MAX,
    notes_max_length: NOTES_MAX,
    location_max_length: PLACE_MAX,
    acquired_from_max_length: PLACE_MAX,
    brand_text_max_length: NAME_TEXT_MAX,
    club_text_max_length: NAME_TEXT_MAX,
    season_text_max_length: NAME_TEXT_MAX,
    size_text_max_length: SIZE_TEXT_MAX,
    number_max: NUMBER_MAX,
    tags_max: TAGS_MAX,
    tag_max_length: TAG_MAX,
    condition: { min: CONDITION_MIN, max: CONDITION_MAX },
  },
  imports: {
    table_max_bytes: IMPORT_TABLE_BYTES_MAX,
    zip_max_bytes: IMPORT_ZIP_BYTES_MAX,
    max_rows: IMPORT_ROWS_MAX,
    max_in_review: IMPORTS_IN_REVIEW_MAX,
  },
  shares: {
    title_max_length: SHARE_TITLE_MAX,
    password_min_length: SHARE_PASSWORD_MIN,
    password_max_length: SHARE_PASSWORD_MAX,
    max_links: SHARES_MAX,
  },
  pages: { default: PAGE_SIZE_DEFAULT, max: PAGE_SIZE_MAX },
};

type ShapeOf<Limits> = {
  [Name in keyof Limits]: Limits[Name] extends number
    ? z.ZodInt
    : Limits[Name] extends ReadonlyArray<infer Choice extends string>
      ? z.ZodArray<z.ZodEnum<{ [Value in Choice]: Value }>>
      : z.ZodObject<ShapeOf<Limits[Name]>>;
};

/** The schemas of limits: whole numbers, choices, and groups of these. */
function shapeOf<Limits extends object>(limits: Limits): ShapeOf<Limits> {
  const toSchema = (limit: unknown) => {
    if (typeof limit === 'number') return z.int();
    return Array.isArray(limit) ? z.array(z.enum(limit as string[])) : z.object(shapeOf(limit as object));
  };
  const schemas = Object.entries(limits).map(([name, limit]) => [name, toSchema(limit)]);
  return Object.fromEntries(schemas) as ShapeOf<Limits>;
}

/** The usage and limits of a user; null without a limit. */
const usage = z.object({
  items: z.int(),
  items_max: z.int().nullable(),
  storage: z.int(),
  storage_max: z.int().nullable(),
});

/** All limits currently in force. */
export const serviceLimits = z
  .object({
    requests: z.object({
      anonymous: requestLimit,
      user: requestLimit,
      archive: requestLimit,
      shared: requestLimit,
      login: requestLimit,
    }),
    ...shapeOf(FIXED_LIMITS),
    // Services of earlier versions do not send the maximum number of links.
    shares: z.object({ ...shapeOf(FIXED_LIMITS.shares), max_links: z.int().optional() }),
    // For signed-in users. Services of earlier versions do not send it.
    usage: usage.optional(),
    body_max_bytes: z.int(),
    keyword_max_length: z.int(),
    username_max_length: z.int(),
    password_min_length: z.int(),
    // Services of earlier versions do not send these two.
    sign_up: z.enum(SIGN_UP_STATES).optional(),
    password_sign_in: z.enum(PASSWORD_SIGN_INS).optional(),
  })
  .meta({ id: 'Limits' });

export const listColours = listOf('listColours', '/api/colors/', 'List the colours of items', itemColour);

export const listSizes = listOf('listSizes', '/api/sizes/', 'List the sizes of items', itemSize);

export const listDesigns = listOf('listDesigns', '/api/designs/', 'List the designs of items', itemDesign);

export const listContentTypes = listOf(
  'listContentTypes',
  '/api/content-types/',
  'List the content types of photos',
  contentType,
);

export const getLimits = endpoint({
  id: 'getLimits',
  path: '/api/limits/',
  summary: 'Get the limits of this service',
  responses: { 200: { schema: serviceLimits } },
});

/** Endpoints by client method name. */
export const referenceEndpoints = {
  colors: listColours,
  sizes: listSizes,
  designs: listDesigns,
  contentTypes: listContentTypes,
  limits: getLimits,
} as const satisfies ContractTree;

/** A list that is the same in all deployments. */
function listOf<S extends z.ZodType>(id: string, path: string, summary: string, schema: S) {
  const responses = { 200: { schema: z.array(schema) } };
  return endpoint({ id, path, summary, responses });
}

import type { ContractResponse, ContractTree } from '@kitroom/shared';
import * as z from 'zod';
import { endpointsOf } from './errors.ts';
import { ITEM_TYPES, SIZE_CATEGORIES } from './item-vocabulary.ts';
import { PHOTO_FORMATS } from './photos.ts';

const endpoint = endpointsOf('Reference data');

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

const requestLimit = z.object({ limit: z.int(), seconds: z.int() }).meta({ id: 'RequestLimit' });

const pixels = z.int();
const bytes = z.int();
const characters = z.int();

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
    photos: z.object({
      max_bytes: bytes,
      max_pixels: z.int(),
      max_per_item: z.int(),
      max_uploads_at_once: z.int(),
      formats: z.array(z.enum(PHOTO_FORMATS)),
      caption_max_length: characters,
      unattached_hours: z.int(),
      thumbnail: z.object({ width: pixels, height: pixels }),
      card: z.object({ width: pixels, height: pixels }),
      avif_max_pixels: z.int(),
    }),
    items: z.object({
      name_max_length: characters,
      description_max_length: characters,
      player_name_max_length: characters,
      notes_max_length: characters,
      location_max_length: characters,
      acquired_from_max_length: characters,
      brand_text_max_length: characters,
      club_text_max_length: characters,
      season_text_max_length: characters,
      size_text_max_length: characters,
      number_max: z.int(),
      tags_max: z.int(),
      tag_max_length: characters,
      condition: z.object({ min: z.int(), max: z.int() }),
    }),
    imports: z.object({
      table_max_bytes: bytes,
      zip_max_bytes: bytes,
      max_rows: z.int(),
      max_in_review: z.int(),
    }),
    shares: z.object({
      title_max_length: characters,
      password_min_length: characters,
      password_max_length: characters,
      max_links: z.int().optional(),
    }),
    pages: z.object({ default: z.int(), max: z.int() }),
    body_max_bytes: bytes,
    keyword_max_length: characters,
    username_max_length: characters,
    password_min_length: characters,
  })
  .meta({ id: 'Limits' });

export const listColours = endpoint({
  id: 'listColours',
  method: 'GET',
  path: '/api/colors/',
  summary: 'List the colours of items',
  responses: { 200: listOf(itemColour) },
  access: 'public',
});

export const listSizes = endpoint({
  id: 'listSizes',
  method: 'GET',
  path: '/api/sizes/',
  summary: 'List the sizes of items',
  responses: { 200: listOf(itemSize) },
  access: 'public',
});

export const listDesigns = endpoint({
  id: 'listDesigns',
  method: 'GET',
  path: '/api/designs/',
  summary: 'List the designs of items',
  responses: { 200: listOf(itemDesign) },
  access: 'public',
});

export const listContentTypes = endpoint({
  id: 'listContentTypes',
  method: 'GET',
  path: '/api/content-types/',
  summary: 'List the content types of photos',
  responses: { 200: listOf(contentType) },
  access: 'public',
});

export const getLimits = endpoint({
  id: 'getLimits',
  method: 'GET',
  path: '/api/limits/',
  summary: 'Get the limits of this service',
  responses: { 200: { schema: serviceLimits } },
  access: 'public',
});

/** By the names of the client’s methods. */
export const referenceEndpoints = {
  colors: listColours,
  sizes: listSizes,
  designs: listDesigns,
  contentTypes: listContentTypes,
  limits: getLimits,
} as const satisfies ContractTree;

function listOf<S extends z.ZodType>(schema: S) {
  return { schema: z.array(schema) } satisfies ContractResponse;
}

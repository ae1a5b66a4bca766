import type { Answer, Contract } from '@kitroom/shared';
import * as z from 'zod';
import { openErrors } from './errors.ts';
import { ITEM_TYPES, SIZE_CATEGORIES } from './item-vocabulary.ts';
import { PHOTO_FORMATS } from './photo-limits.ts';

const TAG = 'Reference data';

/** A colour of items. */
export const itemColour = z
  .object({ id: z.int(), name: z.string(), color: z.string().meta({ description: '#RRGGBB' }) })
  .meta({ id: 'ItemColour' });

/** A size of items. */
export const itemSize = z
  .object({ id: z.int(), name: z.string(), category: z.enum(SIZE_CATEGORIES) })
  .meta({ id: 'Size' });

/** A design of items. */
export const itemDesign = z
  .object({ id: z.string().meta({ description: 'What items have: `CHEST_BAND`.' }), name: z.string() })
  .meta({ id: 'Design' });

/** What photos may show. */
export const contentType = z
  .object({ id: z.int(), item_type: z.enum(ITEM_TYPES), name: z.string() })
  .meta({ id: 'ContentType' });

/** How many requests in how many seconds. */
const requestLimit = z
  .object({ limit: z.int(), seconds: z.int() })
  .meta({ id: 'RequestLimit', description: 'So many requests in so many seconds.' });

const pixels = z.int().meta({ description: 'Pixels.' });
const bytes = z.int().meta({ description: 'Bytes.' });
const characters = z.int().meta({ description: 'Characters.' });

/** All limits that this service has at the moment. */
export const serviceLimits = z
  .object({
    requests: z.object({
      anonymous: requestLimit.meta({ description: 'Below `/api/`, per address.' }),
      user: requestLimit.meta({ description: 'Below `/api/`, per user.' }),
      archive: requestLimit.meta({ description: 'Below `/archive/`, per address.' }),
      login: requestLimit.meta({ description: 'Failed sign-ins, per username and address.' }),
    }),
    photos: z.object({
      max_bytes: bytes,
      max_pixels: z.int().meta({ description: 'Width times height.' }),
      max_per_item: z.int(),
      max_uploads_at_once: z.int(),
      formats: z.array(z.enum(PHOTO_FORMATS)),
      caption_max_length: characters,
      unattached_hours: z.int().meta({ description: 'Then a photo that belongs to no item is removed.' }),
      thumbnail: z.object({ width: pixels, height: pixels }),
      avif_max_pixels: z.int().meta({ description: 'Of the longer side.' }),
    }),
    items: z.object({
      name_max_length: characters,
      description_max_length: characters,
      player_name_max_length: characters,
      number_max: z.int(),
      tags_max: z.int(),
      tag_max_length: characters,
      condition: z.object({ min: z.int(), max: z.int() }),
    }),
    pages: z.object({ default: z.int(), max: z.int() }).meta({ description: 'Entries a page.' }),
    body_max_bytes: bytes.meta({ description: 'Of a JSON body.' }),
    keyword_max_length: characters.meta({ description: 'Of a search.' }),
    username_max_length: characters,
    password_min_length: characters,
  })
  .meta({ id: 'Limits' });

/** `GET /api/colors/`: the colours, in the order of the catalogue's document. */
export const listColours = {
  id: 'listColours',
  method: 'GET',
  path: '/api/colors/',
  tag: TAG,
  summary: 'The colours of items',
  answers: { 200: listOf(itemColour, 'The colours.'), ...openErrors },
  access: 'public',
} as const satisfies Contract;

/** `GET /api/sizes/`: the sizes by what they are for. */
export const listSizes = {
  id: 'listSizes',
  method: 'GET',
  path: '/api/sizes/',
  tag: TAG,
  summary: 'The sizes of items',
  answers: { 200: listOf(itemSize, 'The sizes.'), ...openErrors },
  access: 'public',
} as const satisfies Contract;

/** `GET /api/designs/`: the designs, in the order of the catalogue's document. */
export const listDesigns = {
  id: 'listDesigns',
  method: 'GET',
  path: '/api/designs/',
  tag: TAG,
  summary: 'The designs of items',
  answers: { 200: listOf(itemDesign, 'The designs.'), ...openErrors },
  access: 'public',
} as const satisfies Contract;

/** `GET /api/content-types/`: by these ids photos name the type of item that they show. */
export const listContentTypes = {
  id: 'listContentTypes',
  method: 'GET',
  path: '/api/content-types/',
  tag: TAG,
  summary: 'The content types of photos',
  description: 'One for each type of item.',
  answers: { 200: listOf(contentType, 'The content types.'), ...openErrors },
  access: 'public',
} as const satisfies Contract;

/** `GET /api/limits/`: all limits, of photos and of requests. */
export const getLimits = {
  id: 'getLimits',
  method: 'GET',
  path: '/api/limits/',
  tag: TAG,
  summary: 'All limits of this service',
  answers: { 200: { description: 'The limits.', schema: serviceLimits }, ...openErrors },
  access: 'public',
} as const satisfies Contract;

/** The endpoints of reference data, in the order in which the document tells them. */
export const REFERENCE_CONTRACTS: readonly Contract[] = [
  listColours,
  listSizes,
  listDesigns,
  listContentTypes,
  getLimits,
];

function listOf<S extends z.ZodType>(schema: S, description: string) {
  return { description, schema: z.array(schema) } satisfies Answer;
}

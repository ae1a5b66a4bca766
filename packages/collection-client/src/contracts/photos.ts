import * as z from 'zod';
import { idInput, INTEGER_MAX, PAGE_SIZE_MAX, type ContractTree } from '@kitroom/shared';
import { endpointsOf, errorResponse } from './errors.ts';
import { ITEM_TYPES } from './item-vocabulary.ts';
import { pageNumber, pageSize } from './pages.ts';
import { textField } from './text-field.ts';
import { TEXT, unknownId } from './texts.ts';

const endpoint = endpointsOf('Photos');

/** The limits of photos. See docs/behaviour/collection.md#photos. */

/** Maximum size of an uploaded file, in bytes: 20 MiB. */
export const PHOTO_BYTES_MAX = 20_971_520;

/** The maximum number of pixels of an image, width times height. */
export const PHOTO_PIXELS_MAX = 64_000_000;

export const PHOTOS_PER_ITEM = 30;

/** Maximum number of concurrent uploads of a user per process: the photos of two items. */
export const UPLOADS_AT_ONCE = 2 * PHOTOS_PER_ITEM;

/** Display names of the accepted formats, which are detected by a file's content. */
export const PHOTO_FORMATS = ['JPEG', 'PNG', 'WebP', 'AVIF', 'GIF'] as const;

/** Number of hours after which a photo without an item is removed. */
export const PHOTO_UNATTACHED_HOURS = 24;

/** The width and height of a thumbnail, in pixels. */
export const PHOTO_THUMBNAIL_PIXELS = 100;

/** The maximum size of a card, in pixels. */
export const PHOTO_CARD_PIXELS = { width: 480, height: 640 } as const;

/** Maximum size of the file of a card, in bytes. */
export const PHOTO_CARD_BYTES_MAX = 80_000;

/** The maximum width and height of an AVIF rendition, in pixels. */
export const PHOTO_AVIF_MAX_PIXELS = 2048;

/** The maximum length of a caption, in characters. */
export const PHOTO_CAPTION_MAX = 1000;

/** The largest position of a photo among its item's photos; the first is 0. */
export const PHOTO_ORDER_MAX = 32_767;

const address = z.string();

export const photo = z
  .object({
    id: z.int(),
    content_type: z.int().nullable(),
    object_id: z.int().nullable(),
    image: address,
    image_avif: address.nullable(),
    image_card: address.nullable(),
    thumbnail: address.nullable(),
    caption: z.string(),
    order: z.int(),
    width: z.int(),
    height: z.int(),
    uploaded_at: z.iso.datetime(),
    user: z.int(),
  })
  .meta({ id: 'Photo' });

export type Photo = z.output<typeof photo>;

/** Numbers in a form arrive as text, and blank fields as empty strings. */
function formInteger<S extends z.ZodType>(schema: S, blank: null | undefined) {
  // The input type is that of callers.
  return z.preprocess<unknown, S, z.input<S>>((value: unknown) => {
    if (typeof value !== 'string') return value;
    if (value.trim() === '') return blank;
    return /^-?\d{1,15}$/.test(value.trim()) ? Number(value) : value;
  }, schema);
}

/** An optional id from 1 to `maximum`; blank is null. */
function formId(maximum: number) {
  const isKnown = (id: number) => id >= 1 && id <= maximum;
  const id = z.int().refine(isKnown, { error: ({ input }) => unknownId(Number(input)) });
  return formInteger(id.nullish(), null)
    .meta({ openapi: { type: 'integer', minimum: 1, maximum, nullable: true } })
    .optional();
}

/** The item of a photo: the id of its content type, and its own id. */
const target = { content_type: formId(ITEM_TYPES.length), object_id: formId(INTEGER_MAX) };

const order = formInteger(z.int().min(0).max(PHOTO_ORDER_MAX).optional(), undefined).meta({
  openapi: { type: 'integer', minimum: 0, maximum: PHOTO_ORDER_MAX },
});

const caption = textField({ max: PHOTO_CAPTION_MAX, mayBeBlank: true });

const TARGET = ['content_type', 'object_id'] as const;

/** Requires both fields that refer to an item, or neither. */
function requireItemReference<S extends z.ZodObject>(fields: S) {
  return TARGET.reduce((schema, name) => {
    const otherField = TARGET.find((field) => field !== name) ?? name;
    return schema.refine(
      (sent: Readonly<Record<string, unknown>>) => isPresent(sent[name]) || !isPresent(sent[otherField]),
      {
        path: [name],
        error: TEXT.required,
        // Runs even if other fields are invalid: errors are reported together.
        when: ({ value }) => typeof value === 'object' && value !== null,
      },
    );
  }, fields);
}

function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}

const whole = requireItemReference(
  z.object({ ...target, caption: caption.default(''), order: order.optional() }),
);
const partial = requireItemReference(
  z.object({ ...target, caption: caption.optional(), order: order.optional() }),
);

/** A photo to upload. Without `content_type` and `object_id`, it does not belong to an item yet. */
export type NewPhoto = z.input<typeof whole> & { image: Blob };

const photoResource = { path: '/api/photos/{id}/', params: z.object({ id: idInput }) } as const;
const photoResponse = { schema: photo };

export const listPhotos = endpoint({
  id: 'listPhotos',
  path: '/api/photos/',
  summary: "List the caller's photos",
  query: z.object({
    ...target,
    page: pageNumber,
    page_size: pageSize(PAGE_SIZE_MAX),
  }),
  responses: { 200: { schema: z.array(photo) } },
});

export const createPhoto = endpoint({
  id: 'createPhoto',
  method: 'POST',
  path: '/api/photos/',
  summary: 'Upload a photo',
  body: whole,
  file: { field: 'image', required: true },
  takesIdempotencyKey: true,
  responses: { 201: { ...photoResponse, headers: ['ETag'] } },
});

export const getPhoto = endpoint({
  id: 'getPhoto',
  ...photoResource,
  summary: 'Get a photo',
  responses: { 200: photoResponse },
});

export const putPhoto = endpoint({
  id: 'putPhoto',
  method: 'PUT',
  ...photoResource,
  summary: 'Replace a photo',
  body: whole,
  file: { field: 'image', required: false },
  responses: { 200: photoResponse, 412: errorResponse },
});

export const patchPhoto = endpoint({
  ...putPhoto,
  id: 'patchPhoto',
  method: 'PATCH',
  summary: 'Update a photo',
  body: partial,
});

export const deletePhoto = endpoint({
  id: 'deletePhoto',
  method: 'DELETE',
  ...photoResource,
  summary: 'Delete a photo',
  responses: { 204: {}, 412: errorResponse },
});

/** Endpoints by client method name. */
export const photoEndpoints = {
  list: listPhotos,
  /** Uploads a picture; status 400 with `fields`, or 413, if it is not accepted. */
  upload: createPhoto,
  /** The caller's own photo, or one of a public item; otherwise status 404. */
  get: getPhoto,
  /** Replaces a photo's fields; an omitted caption becomes empty. */
  put: putPhoto,
  patch: patchPhoto,
  /** Deletes a photo with its files. */
  remove: deletePhoto,
} as const satisfies ContractTree;

import {
  idInput,
  INTEGER_MAX,
  PAGE_SIZE_MAX,
  slowBody,
  type Contract,
  type FileInput,
  type ContractTree,
} from '@kitroom/shared';
import * as z from 'zod';
import { commonErrors, errorResponse, forgery, invalidInput, outdated } from './errors.ts';
import { findItemType, ITEM_TYPES } from './item-vocabulary.ts';
import { pageNumber, pageSize } from './pages.ts';
import { PHOTO_CAPTION_MAX, PHOTO_FORMATS, PHOTO_ORDER_MAX, PHOTO_UNATTACHED_HOURS } from './photo-limits.ts';
import { textField } from './text-field.ts';
import { TEXT, unknownId } from './texts.ts';

const TAG = 'Photos';

const address = z.string();

export const photo = z
  .object({
    id: z.int(),
    content_type: z
      .int()
      .nullable()
      .meta({ description: "The content type id of the item's type; null while the photo has no item." }),
    object_id: z.int().nullable().meta({ description: "The item's id; null while the photo has none." }),
    image: address.meta({ description: 'The URL of the uploaded picture, turned upright.' }),
    image_avif: address
      .nullable()
      .meta({ description: 'The URL of the AVIF version; null until it has been created.' }),
    image_card: address.nullable().meta({
      description: 'The URL of a WebP of at most 480 × 640 pixels and 80 kB; null until it has been created.',
    }),
    thumbnail: address
      .nullable()
      .meta({ description: 'The URL of a 100x100 JPEG; null until it has been created.' }),
    caption: z.string(),
    order: z.int().meta({ description: "The lowest is normally the item's main photo." }),
    width: z.int(),
    height: z.int(),
    uploaded_at: z.iso.datetime(),
    user: z.int().meta({ description: "The uploader's id." }),
  })
  .meta({ id: 'Photo' });

export type Photo = z.output<typeof photo>;

/** Numbers of a form arrive as text, and blank fields as empty text. */
function formInteger<S extends z.ZodType>(schema: S, blank: null | undefined) {
  // Typed by the input of callers.
  return z.preprocess<unknown, S, z.input<S>>((value: unknown) => {
    if (typeof value !== 'string') return value;
    if (value.trim() === '') return blank;
    return /^-?\d{1,15}$/.test(value.trim()) ? Number(value) : value;
  }, schema);
}

const contentType = formInteger(
  z
    .int()
    .refine((id) => findItemType(id) !== undefined, { error: ({ input }) => unknownId(Number(input)) })
    .nullish(),
  null,
).meta({
  openapi: { type: 'integer', minimum: 1, maximum: ITEM_TYPES.length, nullable: true },
  description: "The content type id of the item's type, from `GET /api/content-types/`.",
});

const objectId = formInteger(
  z
    .int()
    .refine((id) => id >= 1 && id <= INTEGER_MAX, { error: ({ input }) => unknownId(Number(input)) })
    .nullish(),
  null,
).meta({
  openapi: { type: 'integer', minimum: 1, maximum: INTEGER_MAX, nullable: true },
  description: "The id of one of the caller's items.",
});

const order = formInteger(z.int().min(0).max(PHOTO_ORDER_MAX).optional(), undefined).meta({
  openapi: { type: 'integer', minimum: 0, maximum: PHOTO_ORDER_MAX },
  description:
    "The photo with this order, and those after it, move up by one. Default: after the item's last photo.",
});

const caption = textField({
  max: PHOTO_CAPTION_MAX,
  description: 'A caption.',
  mayBeBlank: true,
});

const TARGET = ['content_type', 'object_id'] as const;

/** An item is referred to by both of its fields or by none. */
function namingItem<S extends z.ZodObject>(fields: S) {
  return TARGET.reduce((schema, name) => {
    const other = TARGET.find((field) => field !== name) ?? name;
    return schema.refine(
      (sent: Readonly<Record<string, unknown>>) => isGiven(sent[name]) || !isGiven(sent[other]),
      {
        path: [name],
        error: TEXT.required,
        // Runs even if other fields are invalid: errors are reported together.
        when: ({ value }) => typeof value === 'object' && value !== null,
      },
    );
  }, fields);
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}

const target = { content_type: contentType.optional(), object_id: objectId.optional() };
const whole = namingItem(z.object({ ...target, caption: caption.default(''), order: order.optional() }));
const partial = namingItem(z.object({ ...target, caption: caption.optional(), order: order.optional() }));

const image = {
  field: 'image',
  description: `A picture of at most 20 MiB and 64,000,000 pixels: ${PHOTO_FORMATS.join(', ')}.`,
} as const satisfies Omit<FileInput, 'required'>;

/** A photo to be uploaded. Without `content_type` and `object_id` it belongs to no item yet. */
export type NewPhoto = z.input<typeof whole> & { image: Blob };

const params = z.object({ id: idInput("The photo's id.") });
const photoAnswer = { description: 'The photo.', schema: photo };
const notThere = errorResponse('The photo does not exist, or the caller may not see it.');
const notYours = errorResponse('The photo belongs to another user.');

const uploadErrors = {
  400: {
    ...invalidInput,
    description: 'Validation errors keyed by field, or `detail` if the body cannot be read.',
  },
  408: slowBody,
  413: errorResponse('The picture is larger than 20 MiB, or the rest of the body is larger than 1 MiB.'),
  415: errorResponse('The request body is neither a form nor, where allowed, JSON in UTF-8.'),
} as const;
const changeErrors = {
  ...uploadErrors,
  403: notYours,
  404: notThere,
  412: outdated,
  ...commonErrors,
} as const;

const VERSIONS =
  'The picture is turned upright and its metadata (place, time, camera) is removed. `thumbnail` and ' +
  '`image_card` are null until they have been created, within a second; `image_avif` a few seconds later.';

export const listPhotos = {
  id: 'listPhotos',
  method: 'GET',
  path: '/api/photos/',
  tag: TAG,
  summary: "List the caller's photos",
  description:
    'Photos without an item first, then by item, newest item first, each with its photos in their order. ' +
    'Paginated with `Link` and `X-Total-Count`.',
  query: z.object({
    content_type: contentType.optional(),
    object_id: objectId.optional(),
    page: pageNumber,
    page_size: pageSize(PAGE_SIZE_MAX),
  }),
  responses: {
    200: { description: 'A page of photos.', schema: z.array(photo) },
    400: invalidInput,
    404: errorResponse('The page does not exist.'),
    ...commonErrors,
  },
} as const satisfies Contract;

export const createPhoto = {
  id: 'createPhoto',
  method: 'POST',
  path: '/api/photos/',
  tag: TAG,
  summary: 'Upload a photo',
  description:
    'Without `content_type` and `object_id`, the photo is not attached to an item; unattached photos are ' +
    `removed after ${PHOTO_UNATTACHED_HOURS} hours. ${VERSIONS}`,
  body: whole,
  file: { ...image, required: true },
  responses: { 201: { ...photoAnswer, headers: ['ETag'] }, ...uploadErrors, ...forgery, ...commonErrors },
} as const satisfies Contract;

export const getPhoto = {
  id: 'getPhoto',
  method: 'GET',
  path: '/api/photos/{id}/',
  tag: TAG,
  summary: 'Get a photo',
  description: "One of the caller's photos, or a photo of a public item of a user with a public profile.",
  params,
  responses: { 200: photoAnswer, 404: notThere, ...commonErrors },
} as const satisfies Contract;

export const putPhoto = {
  id: 'putPhoto',
  method: 'PUT',
  path: '/api/photos/{id}/',
  tag: TAG,
  summary: 'Replace a photo',
  description:
    'An omitted caption becomes empty; an omitted picture, item or order is left unchanged. A new ' +
    `picture replaces all files. ${VERSIONS}`,
  params,
  body: whole,
  file: { ...image, required: false },
  responses: { 200: photoAnswer, ...changeErrors },
} as const satisfies Contract;

export const patchPhoto = {
  id: 'patchPhoto',
  method: 'PATCH',
  path: '/api/photos/{id}/',
  tag: TAG,
  summary: 'Update a photo',
  description: `Omitted fields are left unchanged. A new picture replaces all files. ${VERSIONS}`,
  params,
  body: partial,
  file: { ...image, required: false },
  responses: { 200: photoAnswer, ...changeErrors },
} as const satisfies Contract;

export const deletePhoto = {
  id: 'deletePhoto',
  method: 'DELETE',
  path: '/api/photos/{id}/',
  tag: TAG,
  summary: 'Delete a photo',
  description: 'Deletes its files too.',
  params,
  responses: {
    204: { description: 'The photo has been deleted.' },
    403: notYours,
    404: notThere,
    412: outdated,
    ...commonErrors,
  },
} as const satisfies Contract;

/** By the names of the client’s methods. */
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

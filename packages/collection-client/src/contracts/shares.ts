import * as z from 'zod';
import { idInput, INTEGER_MAX, type ContractTree } from '@kitroom/shared';
import { collectionOwner, collectionStatistics, itemsResponse } from './collections.ts';
import { endpointsOf, passwordRequired } from './errors.ts';
import { itemOrdering, publicItemFilters } from './item-filters.ts';
import { itemDetail } from './items.ts';
import { pageNumber, pageSize } from './pages.ts';
import { textField, timeField } from './text-field.ts';
import { tooShort } from './texts.ts';

const endpoint = endpointsOf('Shares');
const visitorEndpoint = endpointsOf('Shares', { access: 'public' });

/** The contents of a link: all public items, or one item. */
export const SHARE_SCOPES = ['collection', 'item'] as const;

/**
 * Limits for the length of a link's title and password, in characters. Older links may have shorter
 * passwords.
 */
export const SHARE_TITLE_MAX = 200;
export const SHARE_PASSWORD_MIN = 8;
export const SHARE_PASSWORD_MAX = 128;

/** Maximum number of links of a user that have not expired, and how long expired ones are kept. */
export const SHARES_MAX = 100;
export const SHARE_EXPIRED_DAYS = 30;

/** How long a link stays readable for a browser that has sent its password. */
export const SHARE_UNLOCKED_HOURS = 24;

const shareFields = {
  id: z.int(),
  scope: z.enum(SHARE_SCOPES),
  item: z.int().nullable(),
  title: z.string(),
  has_password: z.boolean(),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime().nullable(),
} as const;

export const share = z.object(shareFields).meta({ id: 'Share' });

/** A new link, with its URL and token, which are shown only once. */
export const createdShare = z
  .object({ ...shareFields, url: z.string(), token: z.string() })
  .meta({ id: 'CreatedShare' });

/** The contents of a link. */
export const shared = z
  .object({
    scope: z.enum(SHARE_SCOPES),
    item: shareFields.item,
    title: z.string(),
    user: collectionOwner,
    statistics: collectionStatistics.nullable(),
  })
  .meta({ id: 'Shared' });

export type Share = z.output<typeof share>;

const title = textField({ max: SHARE_TITLE_MAX, mayBeBlank: true })
  .nullable()
  .transform((text) => text ?? '');

const changeable = {
  title: title.optional(),
  expires_at: timeField.nullable().optional(),
  password: z
    .string()
    .min(1, { abort: true })
    // zod's own minimum counts UTF-16 units.
    .refine((text) => Array.from(text).length >= SHARE_PASSWORD_MIN, tooShort(SHARE_PASSWORD_MIN))
    .max(SHARE_PASSWORD_MAX)
    .meta({ openapi: { type: 'string', minLength: SHARE_PASSWORD_MIN, maxLength: SHARE_PASSWORD_MAX } })
    .nullable()
    .optional(),
} as const;

const shareResource = { path: '/api/shares/{id}/', params: z.object({ id: idInput }) } as const;
const tokenParams = z.object({ token: z.string() });
export const listShares = endpoint({
  id: 'listShares',
  path: '/api/shares/',
  summary: "List the caller's share links",
  query: z.object({ page: pageNumber, page_size: pageSize() }),
  responses: { 200: { schema: z.array(share) } },
});

export const createShare = endpoint({
  id: 'createShare',
  method: 'POST',
  path: '/api/shares/',
  summary: 'Create a share link',
  body: z.object({
    scope: z.enum(SHARE_SCOPES),
    item: z.int().min(1).max(INTEGER_MAX).nullable().optional(),
    ...changeable,
  }),
  responses: { 201: { schema: createdShare } },
  stored: 'never',
});

export const patchShare = endpoint({
  id: 'patchShare',
  method: 'PATCH',
  ...shareResource,
  summary: 'Change a share link',
  body: z.object(changeable),
  responses: { 200: { schema: share } },
});

export const deleteShare = endpoint({
  id: 'deleteShare',
  method: 'DELETE',
  ...shareResource,
  summary: 'End a share link',
  responses: { 204: {} },
});

export const getShared = visitorEndpoint({
  id: 'getShared',
  path: '/api/shared/{token}/',
  summary: 'Get what a link shares',
  params: tokenParams,
  responses: { 200: { schema: shared }, 401: { schema: passwordRequired } },
});

export const listSharedItems = visitorEndpoint({
  id: 'listSharedItems',
  path: '/api/shared/{token}/items/',
  summary: 'List the items that a link shares',
  params: tokenParams,
  query: z.object({ ...publicItemFilters, ordering: itemOrdering, page: pageNumber, page_size: pageSize() }),
  responses: { 200: itemsResponse, 401: { schema: passwordRequired } },
});

export const getSharedItem = visitorEndpoint({
  id: 'getSharedItem',
  path: '/api/shared/{token}/items/{id}/',
  summary: 'Get an item that a link shares',
  params: tokenParams.extend({ id: idInput }),
  responses: { 200: { schema: itemDetail }, 401: { schema: passwordRequired } },
});

export const unlockShared = visitorEndpoint({
  id: 'unlockShared',
  method: 'POST',
  path: '/api/shared/{token}/unlock/',
  summary: 'Send the password of a link',
  params: tokenParams,
  body: z.object({ password: z.string() }),
  responses: { 204: {} },
});

/** Endpoints by client method name. */
export const shareEndpoints = {
  /** The caller's share links, newest first. */
  list: listShares,
  /** Creates a link; its `url` and `token` are shown only once. */
  create: createShare,
  /** Changes title, expiry or password; null removes them. */
  patch: patchShare,
  /** Deletes a link, effective immediately. */
  remove: deleteShare,
} as const satisfies ContractTree;

/** Endpoints by client method name. */
export const sharedEndpoints = {
  get: getShared,
  items: listSharedItems,
  item: getSharedItem,
  /** Sends the password, which sets a cookie; status 400 with `fields` if it is wrong. */
  unlock: unlockShared,
} as const satisfies ContractTree;

import { idInput, INTEGER_MAX, type Contract, type ContractTree } from '@kitroom/shared';
import * as z from 'zod';
import { collectionOwner, collectionStatistics, itemsResponse } from './collections.ts';
import { timeField, textField } from './text-field.ts';
import {
  commonErrors,
  errorResponse,
  forgery,
  invalidBody,
  invalidInput,
  openErrors,
  passwordRequired,
} from './errors.ts';
import { itemOrdering, publicItemFilters } from './item-filters.ts';
import { itemDetail } from './items.ts';
import { pageNumber, pageSize } from './pages.ts';
import { tooShort } from './texts.ts';

const TAG = 'Shares';

/** What a link shows: all public items, or one. */
export const SHARE_SCOPES = ['collection', 'item'] as const;

/** The length limits of a link's title, and of its password; links may have older passwords that are shorter. */
export const SHARE_TITLE_MAX = 200;
export const SHARE_PASSWORD_MIN = 8;
export const SHARE_PASSWORD_MAX = 128;

/** How many links that have not expired a user may have, and how long expired ones are kept. */
export const SHARES_MAX = 100;
export const SHARE_EXPIRED_DAYS = 30;

/** How long a browser that sent the password may read on. */
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

/** A new link, with what is shown only once. */
export const createdShare = z
  .object({
    ...shareFields,
    url: z.string(),
    token: z.string(),
  })
  .meta({ id: 'CreatedShare' });

/** What a link leads to. */
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

const params = z.object({ id: idInput });
const tokenParams = z.object({ token: z.string() });
const notThere = errorResponse;
const noLink = errorResponse;
const openToVisitors = {
  401: {
    schema: passwordRequired,
  },
  404: noLink,
  ...openErrors,
} as const;

export const listShares = {
  id: 'listShares',
  method: 'GET',
  path: '/api/shares/',
  tag: TAG,
  summary: "List the caller's share links",
  query: z.object({ page: pageNumber, page_size: pageSize() }),
  responses: {
    200: { schema: z.array(share) },
    400: invalidInput,
    404: errorResponse,
    ...commonErrors,
  },
} as const satisfies Contract;

export const createShare = {
  id: 'createShare',
  method: 'POST',
  path: '/api/shares/',
  tag: TAG,
  summary: 'Create a share link',
  body: z.object({
    scope: z.enum(SHARE_SCOPES),
    item: z.int().min(1).max(INTEGER_MAX).nullable().optional(),
    ...changeable,
  }),
  responses: {
    201: { schema: createdShare },
    ...invalidBody,
    ...forgery,
    ...commonErrors,
  },
  stored: 'never',
} as const satisfies Contract;

export const patchShare = {
  id: 'patchShare',
  method: 'PATCH',
  path: '/api/shares/{id}/',
  tag: TAG,
  summary: 'Change a share link',
  params,
  body: z.object(changeable),
  responses: {
    200: { schema: share },
    404: notThere,
    ...invalidBody,
    ...forgery,
    ...commonErrors,
  },
} as const satisfies Contract;

export const deleteShare = {
  id: 'deleteShare',
  method: 'DELETE',
  path: '/api/shares/{id}/',
  tag: TAG,
  summary: 'End a share link',
  params,
  responses: { 204: {}, 404: notThere, ...forgery, ...commonErrors },
} as const satisfies Contract;

export const getShared = {
  id: 'getShared',
  method: 'GET',
  path: '/api/shared/{token}/',
  tag: TAG,
  summary: 'Get what a link shares',
  params: tokenParams,
  responses: { 200: { schema: shared }, ...openToVisitors },
  access: 'public',
} as const satisfies Contract;

export const listSharedItems = {
  id: 'listSharedItems',
  method: 'GET',
  path: '/api/shared/{token}/items/',
  tag: TAG,
  summary: 'List the items that a link shares',
  params: tokenParams,
  query: z.object({ ...publicItemFilters, ordering: itemOrdering, page: pageNumber, page_size: pageSize() }),
  responses: {
    200: itemsResponse,
    400: invalidInput,
    ...openToVisitors,
    404: errorResponse,
  },
  access: 'public',
} as const satisfies Contract;

export const getSharedItem = {
  id: 'getSharedItem',
  method: 'GET',
  path: '/api/shared/{token}/items/{id}/',
  tag: TAG,
  summary: 'Get an item that a link shares',
  params: tokenParams.extend({ id: idInput }),
  responses: {
    200: { schema: itemDetail },
    ...openToVisitors,
    404: errorResponse,
  },
  access: 'public',
} as const satisfies Contract;

export const unlockShared = {
  id: 'unlockShared',
  method: 'POST',
  path: '/api/shared/{token}/unlock/',
  tag: TAG,
  summary: 'Send the password of a link',
  params: tokenParams,
  body: z.object({ password: z.string() }),
  responses: {
    204: {},
    ...invalidBody,
    404: noLink,
    ...openErrors,
  },
  access: 'public',
} as const satisfies Contract;

/** By the names of the client’s methods. */
export const shareEndpoints = {
  /** The caller's share links, newest first. */
  list: listShares,
  /** Creates a link; its `url` and `token` are shown only once. */
  create: createShare,
  /** Changes title, end or password; null removes them. */
  patch: patchShare,
  /** Ends a link at once. */
  remove: deleteShare,
} as const satisfies ContractTree;

/** By the names of the client’s methods. */
export const sharedEndpoints = {
  get: getShared,
  items: listSharedItems,
  item: getSharedItem,
  /** Sends the password: browsers then hold a cookie; status 400 with `fields` if it is wrong. */
  unlock: unlockShared,
} as const satisfies ContractTree;

import { idInput, INTEGER_MAX, type Contract, type ContractTree } from '@kitroom/shared';
import * as z from 'zod';
import { collectionOwner, collectionStatistics, itemsAnswer } from './collections.ts';
import { timeField } from './date-field.ts';
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
import { textField } from './text-field.ts';
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
  item: z.int().nullable().meta({ description: 'The id of the shared item; null for a collection.' }),
  title: z.string(),
  has_password: z.boolean(),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime().nullable().meta({ description: 'When the link ends; null: never.' }),
} as const;

export const share = z.object(shareFields).meta({ id: 'Share' });

/** A new link, with what is shown only once. */
export const createdShare = z
  .object({
    ...shareFields,
    url: z.string().meta({ description: 'The address that a person opens. Shown only once.' }),
    token: z.string().meta({ description: 'The secret in that address. Shown only once.' }),
  })
  .meta({ id: 'CreatedShare' });

/** What a link leads to. */
export const shared = z
  .object({
    scope: z.enum(SHARE_SCOPES),
    item: shareFields.item,
    title: z.string(),
    user: collectionOwner,
    statistics: collectionStatistics
      .nullable()
      .meta({ description: 'Of all public items; null where a single item is shared.' }),
  })
  .meta({ id: 'Shared' });

export type Share = z.output<typeof share>;

const title = textField({ max: SHARE_TITLE_MAX, description: 'Shown to visitors.', mayBeBlank: true })
  .nullable()
  .transform((text) => text ?? '');

const changeable = {
  title: title.optional(),
  expires_at: timeField('When the link ends, in the future; null: never.').nullable().optional(),
  password: z
    .string()
    .min(1, { abort: true })
    // zod's own minimum counts UTF-16 units.
    .refine((text) => Array.from(text).length >= SHARE_PASSWORD_MIN, tooShort(SHARE_PASSWORD_MIN))
    .max(SHARE_PASSWORD_MAX)
    .meta({ openapi: { type: 'string', minLength: SHARE_PASSWORD_MIN, maxLength: SHARE_PASSWORD_MAX } })
    .nullable()
    .optional()
    .meta({ description: 'Visitors must send it first; null: none.' }),
} as const;

const params = z.object({ id: idInput("The link's id.") });
const tokenParams = z.object({ token: z.string().meta({ description: 'The secret of the link.' }) });
const notThere = errorResponse('The caller has no such link.');
const noLink = errorResponse('There is no such link, or it has ended, or what it shows is no longer public.');
const openToVisitors = {
  401: {
    description: 'The link has a password: send it to `unlock/` first.',
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
  description: `Newest first; expired ones are listed for ${SHARE_EXPIRED_DAYS} days. Paginated with \`Link\` and \`X-Total-Count\`.`,
  query: z.object({ page: pageNumber, page_size: pageSize() }),
  responses: {
    200: { description: 'A page of links.', schema: z.array(share) },
    400: invalidInput,
    404: errorResponse('The page does not exist.'),
    ...commonErrors,
  },
} as const satisfies Contract;

export const createShare = {
  id: 'createShare',
  method: 'POST',
  path: '/api/shares/',
  tag: TAG,
  summary: 'Create a share link',
  description:
    'Anyone with the link may read the public items of the caller, or one of them, without an account, even if the ' +
    `profile is private. Private items and drafts cannot be shared. A user may have ${SHARES_MAX} links that have not expired.`,
  body: z.object({
    scope: z.enum(SHARE_SCOPES),
    item: z
      .int()
      .min(1)
      .max(INTEGER_MAX)
      .nullable()
      .optional()
      .meta({ description: "The caller's item; required for the scope `item`." }),
    ...changeable,
  }),
  responses: {
    201: { description: 'The link, with its token.', schema: createdShare },
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
  description: 'Omitted fields are left unchanged. With another password, visitors must send that one.',
  params,
  body: z.object(changeable),
  responses: {
    200: { description: 'The link.', schema: share },
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
  description: 'It ends at once.',
  params,
  responses: { 204: { description: 'The link has ended.' }, 404: notThere, ...forgery, ...commonErrors },
} as const satisfies Contract;

export const getShared = {
  id: 'getShared',
  method: 'GET',
  path: '/api/shared/{token}/',
  tag: TAG,
  summary: 'Get what a link shares',
  description: 'The owner, the title of the link and, for a collection, the statistics of its public items.',
  params: tokenParams,
  responses: { 200: { description: 'What is shared.', schema: shared }, ...openToVisitors },
  access: 'public',
} as const satisfies Contract;

export const listSharedItems = {
  id: 'listSharedItems',
  method: 'GET',
  path: '/api/shared/{token}/items/',
  tag: TAG,
  summary: 'List the items that a link shares',
  description: 'Public items except drafts.',
  params: tokenParams,
  query: z.object({ ...publicItemFilters, ordering: itemOrdering, page: pageNumber, page_size: pageSize() }),
  responses: {
    200: itemsAnswer,
    400: invalidInput,
    ...openToVisitors,
    404: errorResponse('There is no such link, or it has ended, or it has no such page.'),
  },
  access: 'public',
} as const satisfies Contract;

export const getSharedItem = {
  id: 'getSharedItem',
  method: 'GET',
  path: '/api/shared/{token}/items/{id}/',
  tag: TAG,
  summary: 'Get an item that a link shares',
  params: tokenParams.extend({ id: idInput("The item's id.") }),
  responses: {
    200: { description: 'The item, as everyone may see it.', schema: itemDetail },
    ...openToVisitors,
    404: errorResponse('There is no such link, or it has ended, or it does not share this item.'),
  },
  access: 'public',
} as const satisfies Contract;

export const unlockShared = {
  id: 'unlockShared',
  method: 'POST',
  path: '/api/shared/{token}/unlock/',
  tag: TAG,
  summary: 'Send the password of a link',
  description:
    `Sets a cookie that lets this browser read what the link shares for ${SHARE_UNLOCKED_HOURS} hours, until the ` +
    'password changes. No CSRF token is needed. Five wrong passwords of one client, or fifty of all clients within an ' +
    'hour, and the link takes none for a while.',
  params: tokenParams,
  body: z.object({ password: z.string() }),
  responses: {
    204: { description: 'The password was right, or none is needed.' },
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

import * as z from 'zod';
import { sizeInput, type ContractTree } from '@kitroom/shared';
import { endpointsOf, errorResponse } from './errors.ts';
import { itemDetail } from './items.ts';

const endpoint = endpointsOf('Items');

/** The default number of changes on a page, and the maximum. */
const CHANGES_DEFAULT = 100;
const CHANGES_MAX = 500;

/** How long deletions are listed. */
export const DELETIONS_KEPT_DAYS = 90;

/** The kinds of changes of an item. */
export const ITEM_CHANGE_OPS = ['upsert', 'delete'] as const;

/** A change of an item, with its current state unless it was deleted. */
export const itemChange = z
  .object({
    sequence: z.int(),
    op: z.enum(ITEM_CHANGE_OPS),
    id: z.int(),
    at: z.iso.datetime(),
    record: itemDetail.optional(),
  })
  .meta({ id: 'ItemChange' });

export type ItemChange = z.output<typeof itemChange>;

export const itemChangePage = z
  .object({ items: z.array(itemChange), next: z.string(), has_more: z.boolean() })
  .meta({ id: 'ItemChangePage' });

/**
 * The sequence number up to which a client has read and, in a listing from 0, the one at which that started.
 */
const ITEM_CHANGES_POSITION = /^\d{1,15}(?:-\d{1,15})?$/;

export const listItemChanges = endpoint({
  id: 'listItemChanges',
  path: '/api/items/changes/',
  summary: "List the changes of the caller's items",
  query: z.object({
    after: z
      .string()
      .refine((text) => ITEM_CHANGES_POSITION.test(text), 'This must be 0 or the `next` of a response.')
      .default('0')
      .meta({ openapi: { type: 'string', pattern: ITEM_CHANGES_POSITION.source, default: '0' } }),
    limit: sizeInput({ maximum: CHANGES_MAX, fallback: CHANGES_DEFAULT }),
  }),
  responses: { 200: { schema: itemChangePage }, 410: errorResponse },
});

/** Endpoints by client method name. */
export const itemChangeEndpoints = {
  /**
   * A page of the changes of the caller's items, to keep a copy of them; status 410 if deletions after
   * `after` are no longer listed.
   */
  changes: listItemChanges,
} as const satisfies ContractTree;

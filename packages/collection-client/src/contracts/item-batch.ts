import * as z from 'zod';
import { idInput, INTEGER_MAX, shorten, type ContractTree } from '@kitroom/shared';
import { batchErrors, endpointsOf, fieldErrors, invalidInput } from './errors.ts';
import { itemBody } from './item-fields.ts';
import { ownItemFilters } from './item-filters.ts';
import { itemDetail, type ItemChanges } from './items.ts';
import { storedTag, tag, TAGS_MAX } from './tag-list.ts';
import { ERRORS_MAX, TEXT } from './texts.ts';

const endpoint = endpointsOf('Items');

/** Maximum number of ids in a batch, and of items that its filter may select. */
export const BATCH_IDS_MAX = 500;
export const BATCH_ITEMS_MAX = 10_000;

/** Maximum number of items whose errors a rejected batch reports. */
export const BATCH_ERRORS_MAX = 100;

/** The error texts of batches. */
export const BATCH_TEXT = {
  selection: 'Send either ids or filter.',
  change: 'Say what to change: send set, add_tags or remove_tags, or else delete.',
  tooMany: `The filter selects more than ${BATCH_ITEMS_MAX} items.`,
} as const;

/** Rejects unknown filters: a misspelt one must not select everything. */
const filter = z
  .custom<z.input<z.ZodObject<typeof ownItemFilters>>>()
  .superRefine((value: unknown, context) => {
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    if (!isObject) return addIssue(context, TEXT.object);
    for (const [name, sent] of Object.entries(value)) {
      if (context.issues.length >= ERRORS_MAX) return;
      if (!Object.hasOwn(ownItemFilters, name))
        addIssue(context, `There is no filter "${shorten(name, 100, '…')}".`);
      else if (sent === '' || sent === null) addIssue(context, TEXT.blank, [name]);
    }
  })
  .pipe(z.object(ownItemFilters))
  .meta({ shownAs: z.object(ownItemFilters) });

const batchBody = z
  .object({
    ids: z.array(z.int().min(1).max(INTEGER_MAX)).min(1).max(BATCH_IDS_MAX).optional(),
    filter: filter.optional(),
    set: itemBody<ItemChanges>([], { isStrict: true }).optional(),
    add_tags: z.array(tag).max(TAGS_MAX).default([]),
    remove_tags: z.array(storedTag).max(TAGS_MAX).default([]),
    delete: z.boolean().default(false),
    dry_run: z.boolean().default(false),
  })
  .superRefine((body, context) => {
    if ((body.ids === undefined) === (body.filter === undefined)) addIssue(context, BATCH_TEXT.selection);
    const changes = body.set !== undefined || body.add_tags.length > 0 || body.remove_tags.length > 0;
    if (changes === body.delete) addIssue(context, BATCH_TEXT.change);
  });

export type ItemBatch = z.output<typeof batchBody>;

export const batchResult = z
  .object({ dry_run: z.boolean(), updated: z.int(), deleted: z.int(), ids: z.array(z.int({ abort: true })) })
  .meta({ id: 'BatchResult' });

export const batchItems = endpoint({
  id: 'batchItems',
  method: 'POST',
  path: '/api/items/batch/',
  summary: 'Change or delete many items',
  body: batchBody,
  takesIdempotencyKey: true,
  responses: {
    200: { schema: batchResult },
    400: { schema: z.union([batchErrors, invalidInput.schema ?? fieldErrors]) },
  },
});

export const cloneItem = endpoint({
  id: 'cloneItem',
  method: 'POST',
  path: '/api/items/{id}/clone/',
  summary: 'Copy an item',
  params: z.object({ id: idInput }),
  body: itemBody<ItemChanges>(),
  takesIdempotencyKey: true,
  responses: { 201: { schema: itemDetail, headers: ['ETag'] } },
});

/** Endpoints by client method name. */
export const batchEndpoints = {
  /** Changes or deletes many items, all or none; status 400 with `items` for errors by id and field. */
  batch: batchItems,
  /** Copies an item without its photos; the body overrides fields. */
  clone: cloneItem,
} as const satisfies ContractTree;

function addIssue(context: z.core.$RefinementCtx, message: string, path: string[] = []): void {
  context.addIssue({ code: 'custom', message, path });
}

import type * as z from 'zod';
import {
  BATCH_ERRORS_MAX,
  BATCH_ITEMS_MAX,
  BATCH_TEXT,
  tagList,
  toTagKey,
  unknownId,
  type batchResult,
  type FieldErrors,
  type ItemBatch,
} from '@kitroom/collection-client';
import type { Database } from '@kitroom/server/database/database';
import { Reply } from '@kitroom/server/http/endpoint';
import { ServiceError } from '@kitroom/server/http/errors';
import { writeOnce } from '../idempotency/write-once.ts';
import { invalidFields } from '../invalid-input.ts';
import { removePhotoFiles, type FileContext } from '../photos/photo-files.ts';
import type { ReferenceContext } from '../reference/resolve-references.ts';
import { inBatchTurn, type BatchCaller } from './batch-turn.ts';
import { retryChange } from './change-item.ts';
import { toColumns, toOwnFields, type ItemInput } from './item-columns.ts';
import { joinConditions, ofUser, toCondition } from './item-filters.ts';
import {
  listItemVersions,
  lockItemVersions,
  removeItems,
  updateItems,
  type ItemVersion,
} from './item-queries.ts';
import { openSharedLookups, resolveInput } from './resolve-input.ts';
import { acceptStored, validateItem } from './validate-item.ts';

/** The context of changes of items. */
export type ItemContext = ReferenceContext & FileContext;
type ItemErrors = Record<string, FieldErrors>;

/** An item, with the input of a PATCH that would have the same effect. */
interface Change {
  stored: ItemVersion;
  input: ItemInput;
}

const NOTHING: ItemInput = { values: {}, issues: [], sent: new Map() };

type BatchResult = z.input<typeof batchResult>;

/**
 * Changes or deletes many items in one transaction, or reports what it would do. Throws a 400 with the errors
 * of all items. The items are not locked while the catalogue is queried: if one is changed in the meantime,
 * everything is validated again, with a 409 after five attempts.
 */
export async function runBatch(context: ItemContext, caller: BatchCaller, batch: ItemBatch): Promise<Reply> {
  return retryChange(() => tryBatch(context, caller, batch));
}

/** Returns undefined if another request has changed an item. */
async function tryBatch(
  context: ItemContext,
  caller: BatchCaller,
  batch: ItemBatch,
): Promise<Reply | undefined> {
  const items = await selectItems(context.db, caller.userId, batch);
  const changes = batch.delete ? [] : await checkChanges(context, batch, items);
  const ids = items.map(({ id }) => id);
  const result: BatchResult = {
    dry_run: batch.dry_run,
    updated: 0,
    deleted: 0,
    ids,
    [batch.delete ? 'deleted' : 'updated']: ids.length,
  };
  const reply = new Reply(result);
  if (batch.dry_run || ids.length === 0) return writeOnce(context.db, caller, async () => reply);
  const written = await inBatchTurn(context.db, caller, async (db) => {
    if (!(await lockItemVersions(db, items))) return undefined;
    const files = batch.delete ? await removeItems(db, ids) : [];
    if (!batch.delete) await saveChanges(db, batch, changes);
    return { files, reply: (await caller.once?.keep(db, reply)) ?? reply };
  });
  if (!written) return undefined;
  await removePhotoFiles(context, written.files);
  return written.reply;
}

async function selectItems(db: Database, userId: number, { ids, filter }: ItemBatch): Promise<ItemVersion[]> {
  if (ids === undefined) {
    const condition = joinConditions([ofUser(userId), toCondition(filter ?? {}, userId)]);
    const items = await listItemVersions(db, condition, BATCH_ITEMS_MAX + 1);
    if (items.length > BATCH_ITEMS_MAX) throw invalidFields({ filter: [BATCH_TEXT.tooMany] });
    return items;
  }
  const hasId = { sql: 'items.id = any (?)', bindings: [ids] };
  const items = await listItemVersions(db, joinConditions([ofUser(userId), hasId]), ids.length);
  const missing = ids.filter((requestedId) => !items.some(({ id }) => id === requestedId));
  throwIfErrors(missing.map((id) => [id, { id: [unknownId(id)] }]));
  return items;
}

/** The input of an item: the fields to set, with the resulting tags. */
function toInput(batch: ItemBatch, stored: ItemVersion): ItemInput {
  const { add_tags: added, remove_tags: removed } = batch;
  const set = acceptStored(batch.set ?? NOTHING, toOwnFields(stored));
  const hasInvalidTags = set.sent.has('tags') && set.values.tags === undefined;
  if (added.length + removed.length === 0 || hasInvalidTags) return set;
  const removedKeys = new Set(removed.map(toTagKey));
  const kept = (set.values.tags ?? stored.tags).filter((tag) => !removedKeys.has(toTagKey(tag)));
  const { data: tags, error } = tagList(stored.tags).safeParse([...kept, ...added], { reportInput: true });
  const issues = (error?.issues ?? []).map((issue) => ({ ...issue, path: ['tags', ...issue.path] }));
  return {
    ...set,
    values: tags ? { ...set.values, tags } : set.values,
    issues: [...set.issues, ...issues],
    sent: new Map([...set.sent, ['tags', tags]]),
  };
}

/**
 * Returns the input of each item, completed with values of a new kit; throws a 400 with the items' errors.
 */
async function checkChanges(
  context: ReferenceContext,
  batch: ItemBatch,
  items: readonly ItemVersion[],
): Promise<Change[]> {
  const lookups = openSharedLookups(context);
  const changes: Change[] = [];
  const errors: Array<[number, FieldErrors]> = [];
  for (const stored of items) {
    const state = { stored, isPartial: true };
    const { input, unknown } = await resolveInput(lookups, toInput(batch, stored), state);
    const itemErrors = validateItem(input, { ...state, unknown });
    if (Object.keys(itemErrors).length > 0) errors.push([stored.id, itemErrors]);
    if (errors.length === BATCH_ERRORS_MAX) break;
    changes.push({ stored, input });
  }
  throwIfErrors(errors);
  return changes;
}

async function saveChanges(
  db: Database,
  { set = NOTHING }: ItemBatch,
  changes: readonly Change[],
): Promise<void> {
  const { tags: _, ...shared } = set.values;
  const individual = changes.map(({ stored, input }) => {
    const differing = Object.entries(input.values).filter(([field]) => !(field in shared));
    return { stored, columns: toColumns(Object.fromEntries(differing)) };
  });
  await updateItems(db, toColumns(shared), individual);
}

/** Throws a 400 with the errors of the first items, unless all items are valid. */
function throwIfErrors(errors: ReadonlyArray<[number, FieldErrors]>): void {
  if (errors.length === 0) return;
  const reported: ItemErrors = Object.fromEntries(errors.slice(0, BATCH_ERRORS_MAX));
  throw new ServiceError('invalid', 'Invalid input.', { body: { errors: reported } });
}

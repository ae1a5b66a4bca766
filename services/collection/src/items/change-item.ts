import type { Database } from '@kitroom/server/database/database';
import { readAsOf } from '@kitroom/server/database/route-reads';
import { notFound, ServiceError } from '@kitroom/server/http/errors';
import { isMatched } from '@kitroom/server/http/versions';
import { permissionDenied } from '../accounts/sessions/caller.ts';
import { invalidFields } from '../invalid-input.ts';
import { CHANGE_ATTEMPTS } from '../limits.ts';
import { removePhotoFiles, type FileContext, type PhotoKeys } from '../photos/photo-files.ts';
import type { ReferenceContext } from '../reference/resolve-references.ts';
import {
  copyColumns,
  toAllColumns,
  toColumns,
  toOwnFields,
  type ItemColumns,
  type ItemInput,
  type NamedItemRow,
} from './item-columns.ts';
import {
  findVisibleItem,
  lockItem,
  removeItems,
  updateItem,
  type ItemVersion,
  type NamedItemVersion,
} from './item-queries.ts';
import { openLookups, resolveInput } from './resolve-input.ts';
import { acceptStored, validateItem, type ItemState } from './validate-item.ts';

interface ItemKey {
  id: number;
  userId: number;
}

/** Returns an item that is visible to the user; throws a 404 for other items. */
export async function getVisibleItem(db: Database, { id, userId }: ItemKey): Promise<NamedItemVersion> {
  const item = await findVisibleItem(db, id, userId);
  if (!item) throw notFound('Not found.');
  await readAsOf(item.user_id);
  return item;
}

/**
 * Returns an item of the user; throws a 403 if the item belongs to somebody else, a 404 if it is not visible.
 */
export async function getOwnItem(db: Database, key: ItemKey): Promise<ItemVersion> {
  const item = await getVisibleItem(db, key);
  if (item.user_id !== key.userId) throw permissionDenied();
  return item;
}

/** Returns the columns of a new item; throws a 400 with all validation errors. */
export async function checkNewItem(context: ReferenceContext, input: ItemInput): Promise<ItemColumns> {
  const { values } = await checkInput(context, input, { isPartial: false });
  const { item_type: type } = values;
  if (type === undefined) throw new Error('an item without a type was not refused');
  return toAllColumns(type, values);
}

/**
 * Changes an item, or replaces it, so that omitted fields get their defaults. The item is not locked, as the
 * catalogue may be slow. If another request has changed it in the meantime, a conditional change throws a
 * 412; others are validated again, and throw a 409 after five attempts. `save` writes the item.
 */
export async function changeItem(
  context: ReferenceContext,
  stored: ItemVersion,
  input: ItemInput,
  options: { isPartial: boolean; isConditional?: boolean; save?: typeof updateItem },
): Promise<NamedItemRow> {
  const { isPartial, save = updateItem } = options;
  const { id, user_id: userId } = stored;
  let current = stored;
  return retryChange(async () => {
    const { values } = await checkInput(context, input, { stored: current, isPartial });
    const columns = isPartial ? toColumns(values) : toAllColumns(stored.item_type, values);
    const changed = await save(context.db, current, columns);
    if (changed) return changed;
    if (options.isConditional) throw outdated();
    current = await getVisibleItem(context.db, { id, userId });
    return undefined;
  });
}

/** Makes up to five attempts, each undefined if another request has changed an item; then throws a 409. */
export async function retryChange<T>(attempt: () => Promise<T | undefined>): Promise<T> {
  for (let count = 0; count < CHANGE_ATTEMPTS; count += 1) {
    const result = await attempt();
    if (result !== undefined) return result;
  }
  throw new ServiceError('conflict', 'This item is being changed by other requests. Try again.');
}

/** Returns the columns of a copy of an item; `input` overrides fields, and is validated like a change. */
export async function checkClone(
  context: ReferenceContext,
  stored: ItemVersion,
  input: ItemInput,
): Promise<ItemColumns> {
  const { values } = await checkInput(context, input, { stored, isPartial: true });
  return { ...copyColumns(stored), ...toColumns(values) };
}

/** Deletes an item with its photos; throws a 412 if it no longer has this version. */
export async function deleteItem(
  context: FileContext & { db: Database },
  key: ItemKey,
  version?: string,
): Promise<void> {
  const files = await context.db.transaction((db) => deleteItemRows(db, key, version));
  await removePhotoFiles(context, files);
}

/**
 * Like `deleteItem`, within a transaction; returns the photos' files, which the caller removes afterwards.
 */
export async function deleteItemRows(
  db: Database,
  { id, userId }: ItemKey,
  version?: string,
): Promise<PhotoKeys[]> {
  // Locked, so that no photo is added in the meantime.
  const stored = await lockItem(db, id, userId);
  if (!stored) throw notFound('Not found.');
  if (version !== undefined && stored.version !== version) throw outdated();
  return removeItems(db, [id]);
}

/**
 * Completes the input with values of a new kit, and validates it; throws a 400 with all validation errors.
 */
async function checkInput(context: ReferenceContext, sent: ItemInput, state: ItemState): Promise<ItemInput> {
  const input = state.stored ? acceptStored(sent, toOwnFields(state.stored)) : sent;
  const resolved = await resolveInput(openLookups(context), input, state);
  const errors = validateItem(resolved.input, { ...state, unknown: resolved.unknown });
  if (Object.keys(errors).length > 0) throw invalidFields(errors);
  return resolved.input;
}

/** A 412: the item has changed since the client read it. */
function outdated(): ServiceError {
  return new ServiceError('outdated', 'This item has changed since you read it.');
}

/** Throws a 412 if the request has an `If-Match` for other versions only. */
export function requireVersion(ifMatch: string | undefined, version: string): void {
  if (!isMatched(ifMatch, version)) throw outdated();
}

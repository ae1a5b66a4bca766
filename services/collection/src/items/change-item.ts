import type { Database } from '@kitroom/server/database/database';
import { notFound } from '@kitroom/server/http/errors';
import { permissionDenied } from '../accounts/users/permission-denied.ts';
import type { Context } from '../context.ts';
import { invalidFields } from '../invalid-input.ts';
import { removePhotoFiles, type PhotoKeys } from '../photos/photo-files.ts';
import { deletePhotosOfItem } from '../photos/photo-queries.ts';
import { resolveReferences } from '../reference/resolve-references.ts';
import { complainOfItem, type ItemFacts, type ItemInput } from './check-item.ts';
import { toAllColumns, toColumns } from './item-columns.ts';
import { publishesDraft, referencesToCheck } from './references-to-check.ts';
import {
  findVisibleItem,
  insertItem,
  lockItem,
  removeItem,
  updateItem,
  type ItemRow,
} from './item-queries.ts';

/** Whose item, and which. */
export interface ItemKey {
  id: number;
  userId: number;
}

/** The item, if the user may see it; else it is as if there were none. */
export async function getVisibleItem({ db }: Context, { id, userId }: ItemKey): Promise<ItemRow> {
  const item = await findVisibleItem(db, id, userId);
  if (!item) throw notFound('Not found.');
  return item;
}

/** Throws where the user may not change the item. */
export async function permitItemChange(context: Context, key: ItemKey): Promise<void> {
  const item = await getVisibleItem(context, key);
  if (item.user_id === key.userId) return;
  throw permissionDenied();
}

/** Creates an item; 400 with all that is wrong. */
export async function createItem(context: Context, userId: number, input: ItemInput): Promise<ItemRow> {
  const unknown = await resolveReferences(context, referencesToCheck(input, { keepsRest: false }));
  refuse(input, { keepsRest: false, unknown });
  const { item_type: type } = input.values;
  if (type === undefined) throw new Error('an item without a type was not refused');
  return insertItem(context.db, userId, toAllColumns(type, input.values));
}

/** Changes an item, or replaces it: what is left out then gets its default. */
export async function changeItem(
  context: Context,
  { id, userId }: ItemKey,
  input: ItemInput,
  { keepsRest }: { keepsRest: boolean },
): Promise<ItemRow> {
  const facts = { stored: await getVisibleItem(context, { id, userId }), keepsRest };
  // Before the item is held: the catalogue may take its time.
  const unknown = await resolveReferences(context, referencesToCheck(input, facts), {
    mustBeConfirmed: publishesDraft(input, facts),
  });
  return context.db.transaction(async (db) => {
    const stored = await lockItem(db, id, userId);
    if (!stored) throw notFound('Not found.');
    refuse(input, { stored, keepsRest, unknown });
    const columns = keepsRest ? toColumns(input.values) : toAllColumns(stored.item_type, input.values);
    return updateItem(db, id, columns);
  });
}

/** Deletes an item with its photos and their files. */
export async function deleteItem(context: Context, key: ItemKey): Promise<void> {
  const files = await context.db.transaction((db) => deleteItemRows(db, key));
  await removePhotoFiles(context, files);
}

/** The same within a transaction; answers where the files of its photos are, which the caller removes after it. */
export async function deleteItemRows(db: Database, { id, userId }: ItemKey): Promise<PhotoKeys[]> {
  // Held, so that no photo is added meanwhile.
  if (!(await lockItem(db, id, userId))) throw notFound('Not found.');
  const keys = await deletePhotosOfItem(db, id);
  await removeItem(db, id, userId);
  return keys;
}

function refuse(input: ItemInput, facts: ItemFacts): void {
  const errors = complainOfItem(input, facts);
  if (Object.keys(errors).length > 0) throw invalidFields(errors);
}

import { patchItem } from '@kitroom/collection-client';
import type { Database } from '@kitroom/server/database/database';
import type { FormValues } from '@kitroom/server/pages/form';
import { toInteger } from '@kitroom/server/pages/read-number';
import type { UserRow } from '../accounts/users/user-queries.ts';
import { insertAuditEntry } from '../audit/audit-queries.ts';
import { invalidFields, readForm } from '../invalid-input.ts';
import { changeItem } from '../items/change-item.ts';
import type { ItemRow } from '../items/item-columns.ts';
import { updateItem } from '../items/item-queries.ts';
import { toItem } from '../items/item-view.ts';
import type { ReferenceField } from '../reference/reference-fields.ts';
import type { ReferenceContext } from '../reference/resolve-references.ts';
import { findCopies, type VersionedItem } from './admin-item-queries.ts';
import { fieldsOfItem, toItemValues, type ItemField } from './item-form.ts';

/**
 * Changes an item like a PATCH by its owner of the fields that the form changed; returns false if there are
 * none. Throws a 400 with the errors by field.
 */
export async function editItem(
  context: ReferenceContext,
  actor: UserRow,
  item: VersionedItem,
  sent: FormValues,
): Promise<boolean> {
  const shown = toItemValues(item);
  const changed = fieldsOfItem(item).filter(({ name }) => toPlain(sent[name]) !== toPlain(shown[name]));
  if (changed.length === 0) return false;
  const body = Object.fromEntries(
    await Promise.all(
      changed.map(async (field) => [field.name, await toValue(context.db, field, sent[field.name] ?? '')]),
    ),
  ) as Record<string, unknown>;
  const input = await readForm(patchItem, body);
  const fieldsOf = (row: ItemRow) => {
    const wire = toItem(row) as unknown as Record<string, unknown>;
    return Object.fromEntries(changed.map(({ name }) => [name, wire[name]]));
  };
  const save: typeof updateItem = (db, stored, columns) =>
    db.transaction(async (transaction) => {
      const row = await updateItem(transaction, stored, columns);
      if (row) {
        await insertAuditEntry(transaction, {
          actor,
          action: 'edit',
          subject: 'item',
          subjectId: item.id,
          label: row.name || `item ${item.id}`,
          ownerId: item.user_id,
          before: fieldsOf(stored),
          after: fieldsOf(row),
        });
      }
      return row;
    });
  await changeItem(context, item, input, { isPartial: true, save });
  return true;
}

/** Trims a text and normalises line breaks, which browsers send as CR LF. */
function toPlain(text = ''): string {
  return text.replaceAll('\r\n', '\n').trim();
}

async function toValue(db: Database, { label, holds }: ItemField, sent: string): Promise<unknown> {
  const text = toPlain(sent);
  switch (holds) {
    case 'text':
      return text;
    case 'switch':
      return text === 'on';
    case 'lines':
      return text
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== '');
    case 'choice':
      return text === '' ? null : text;
    case 'number':
      // Text that is not a number is rejected as typed.
      return text === '' ? null : Number.isNaN(Number(text)) ? text : Number(text);
    case 'brand':
    case 'club':
    case 'season':
    case 'kit':
      return text === '' ? null : findCopy(db, { name: holds, label }, text);
  }
}

/**
 * Finds the id of a copy by its name, or reads an id of the catalogue, whose record no item may refer to yet.
 * A number after `#` is never a name.
 */
async function findCopy(
  db: Database,
  { name, label }: { name: ReferenceField; label: string },
  text: string,
): Promise<number> {
  const copies = text.startsWith('#') ? [] : await findCopies(db, name, text);
  const [first] = copies;
  if (first && copies.length === 1) return first.id;
  const id = toInteger(text.replace(/^#/, ''));
  if (!first && id !== undefined) return id;
  const problem = first
    ? `Several records have this name: ${copies.map((copy) => `#${copy.id}`).join(', ')}.`
    : `No ${label.toLowerCase()} of any item has this name.`;
  throw invalidFields({ [name]: [`${problem} Give its id in the catalogue, such as #12.`] });
}

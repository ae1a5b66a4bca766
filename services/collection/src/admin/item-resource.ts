import { ITEM_TYPES } from '@kitroom/collection-client';
import { html } from '@kitroom/server/pages/html';
import {
  ADMIN_ROOT,
  choice,
  historyLink,
  showcaseLink,
  suggestPath,
  textColumn,
  type Resource,
} from '@kitroom/server/pages/resource';
import { definitionList, time } from '@kitroom/server/pages/table';
import type { UserRow } from '../accounts/users/user-queries.ts';
import { insertAuditEntry } from '../audit/audit-queries.ts';
import type { Context } from '../context.ts';
import { deleteItemRows } from '../items/change-item.ts';
import { toItem } from '../items/item-view.ts';
import { removePhotoFiles } from '../photos/photo-files.ts';
import { photosOfItems } from '../photos/photo-queries.ts';
import { ITEM_LIST, type AdminItem, type VersionedItem } from './admin-item-queries.ts';
import { editItem } from './edit-item.ts';
import { fieldsOfItem, toItemValues } from './item-form.ts';
import { ownerLink } from './owner-link.ts';
import { gallery } from './photo-resource.ts';

const PATH = '/items';

/** All users' items. */
export function itemResource(context: Context): Resource<AdminItem, UserRow, VersionedItem> {
  const { config, db, storage } = context;
  return {
    path: PATH,
    title: 'Items',
    singular: 'item',
    plural: 'items',
    source: ITEM_LIST,
    nameOf,
    describe: (item) => `${nameOf(item)} of ${item.username}`,
    filters: [
      { name: 'q', label: 'Name' },
      { name: 'owner', label: 'Username of the owner', suggestFrom: suggestPath('user') },
      choice('type', 'Type', ITEM_TYPES),
      { name: 'club', label: 'Club', suggestFrom: suggestPath('club') },
      { name: 'brand', label: 'Brand', suggestFrom: suggestPath('brand') },
      choice('state', 'State', ['draft', 'private', 'public', 'without photos']),
    ],
    columns: ({ baseUrl }) => [
      {
        label: 'Name',
        sort: 'name',
        cell: (row) =>
          html`${row.thumbnail_key !== null && thumbnail(storage.url(row.thumbnail_key, baseUrl))}
            <a href="${ADMIN_ROOT}${PATH}/${row.id}">${nameOf(row)}</a>`,
      },
      textColumn('Type', 'item_type', 'type'),
      { label: 'Owner', sort: 'owner', cell: ownerLink },
      { label: 'State', cell: showStates },
      { label: 'Photos', isNumber: true, cell: ({ photos }) => String(photos) },
      { label: 'Since', sort: 'since', cell: (row) => time(row.created_at) },
    ],
    sort: '-since',
    form: {
      fields: (item) => (item ? fieldsOfItem(item) : []),
      values: toItemValues,
      async save(item, { visitor, form }) {
        const isChanged = await editItem(context, visitor, item, form);
        return isChanged ? `Saved ${nameOf(item)}.` : 'There was nothing to change.';
      },
    },
    page: async (item, { baseUrl }) => ({
      links: html`${item.is_visible && showcaseLink(config.SHOWCASE_URL, `/items/${item.id}`)}
      ${historyLink('item', item.id)}`,
      above: html`<p>${showStates(item)}</p>
        ${definitionList([
          ['Id', String(item.id)],
          ['Owner', ownerLink(item)],
          ['Type', item.item_type],
          ['Kit', item.kit_name],
          ['Created', time(item.created_at)],
          ['Changed', time(item.updated_at)],
        ])}`,
      below: html`<h2>Photos</h2>
        ${gallery(storage, await photosOfItems(db, [item.id]), baseUrl)}`,
    }),
    actions: [
      {
        name: 'delete',
        label: 'Delete',
        tone: 'danger',
        isLast: true,
        confirm: ({ username, photos }) => ({
          text: `The item of ${username} will be permanently deleted, with its photos (${photos}) and their files.`,
        }),
        bulk: {
          text: 'They are permanently deleted, with their photos and the files of those.',
          done: 'Deleted',
        },
        act: (item, { visitor }) => removeItem(context, visitor, item),
      },
    ],
  };
}

function thumbnail(address: string) {
  return html`<img class="thumb" src="${address}" alt="" width="28" height="28" loading="lazy" />`;
}

function showStates({ is_draft: isDraft, is_private: isPrivate }: AdminItem) {
  return html`${isDraft && html`<span class="tag idle">draft</span> `}
  ${isPrivate && html`<span class="tag idle">private</span>`}`;
}

/** Deletes an item as its owner would. */
async function removeItem(context: Context, actor: UserRow, item: AdminItem): Promise<string> {
  const { id, user_id: ownerId } = item;
  const files = await context.db.transaction(async (db) => {
    const keys = await deleteItemRows(db, { id, userId: ownerId });
    await insertAuditEntry(db, {
      actor,
      action: 'delete',
      subject: 'item',
      subjectId: id,
      label: nameOf(item),
      ownerId,
      before: { ...toItem(item), photos: keys.length },
    });
    return keys;
  });
  await removePhotoFiles(context, files);
  return `Deleted ${nameOf(item)}.`;
}

/** Names an item, as a draft may have no name. */
function nameOf({ name, id }: AdminItem): string {
  return name === '' ? `item ${id}` : name;
}

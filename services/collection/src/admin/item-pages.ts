import { ITEM_TYPES } from '@kitroom/collection-client';
import { notFound } from '@kitroom/server/http/errors';
import { html } from '@kitroom/server/pages/html';
import type { Page } from '@kitroom/server/pages/layout';
import type { Redirect, PageRequest, PageRoute } from '@kitroom/server/pages/page-router';
import { readId } from '@kitroom/server/pages/read-number';
import { time } from '@kitroom/server/pages/show-time';
import { facts, table } from '@kitroom/server/pages/table';
import type { Context } from '../context.ts';
import { deleteItemRows } from '../items/change-item.ts';
import { toItem } from '../items/item-view.ts';
import { removePhotoFiles } from '../photos/photo-files.ts';
import { photosOfItems } from '../photos/photo-queries.ts';
import type { UserRow } from '../accounts/users/user-queries.ts';
import { ADMIN_ROOT } from '../paths.ts';
import { insertAuditEntry } from '../audit/audit-queries.ts';
import { confirmPage } from '@kitroom/server/pages/confirm-page';
import { listPage } from '@kitroom/server/pages/list-page';
import { findItem, listItems, type AdminItem } from './admin-item-queries.ts';
import { gallery } from './photo-gallery.ts';
import { USERS_PATH } from './user-pages.ts';

type ItemRequest = PageRequest<UserRow>;

const PATH = `${ADMIN_ROOT}/items`;
const TRAIL = [{ href: PATH, label: 'Items' }];

export function itemRoutes(context: Context): Array<PageRoute<UserRow>> {
  const { db } = context;
  return [
    {
      method: 'GET',
      path: '/items',
      answer: ({ query }) =>
        listPage({
          title: 'Items',
          path: PATH,
          query,
          fields: [
            { name: 'q', label: 'Name' },
            { name: 'owner', label: 'Username of the owner' },
            {
              name: 'type',
              label: 'Type',
              type: 'choice',
              choices: [{ value: '', label: 'any' }, ...ITEM_TYPES.map((value) => ({ value, label: value }))],
            },
          ],
          list: ({ q, owner, type }, part) => listItems(db, { text: q, owner, type }, part),
          show: itemTable,
        }),
    },
    { method: 'GET', path: '/items/:id', answer: (request) => itemPage(context, request) },
    {
      method: 'GET',
      path: '/items/:id/delete',
      async answer({ params, csrf }) {
        const item = await getItem(context, params['id']);
        const own = `${PATH}/${item.id}`;
        return confirmPage({
          title: `Delete ${toName(item)}`,
          text: `The item of ${item.username} will be permanently deleted, with its photos (${item.photos}) and their files.`,
          trail: [...TRAIL, { href: own, label: toName(item) }],
          action: `${own}/delete`,
          csrf,
          submit: 'Delete the item',
          cancel: own,
        });
      },
    },
    { method: 'POST', path: '/items/:id/delete', answer: (request) => remove(context, request) },
  ];
}

function itemTable(rows: readonly AdminItem[]) {
  return table({
    caption: 'Items, newest first',
    rows,
    empty: 'There are no such items.',
    columns: [
      { label: 'Name', cell: (row) => html`<a href="${PATH}/${row.id}">${toName(row)}</a>` },
      { label: 'Type', cell: ({ item_type: type }) => type },
      {
        label: 'Owner',
        cell: ({ user_id: id, username }) => html`<a href="${USERS_PATH}/${id}">${username}</a>`,
      },
      { label: 'State', cell: states },
      { label: 'Photos', isNumber: true, cell: ({ photos }) => String(photos) },
      { label: 'Since', cell: (row) => time(row.created_at) },
    ],
  });
}

function states({ is_draft: isDraft, is_private: isPrivate }: AdminItem) {
  return html`${isDraft && html`<span class="tag idle">draft</span> `}
  ${isPrivate && html`<span class="tag idle">private</span>`}`;
}

async function itemPage(context: Context, { params, baseUrl }: ItemRequest): Promise<Page> {
  const item = await getItem(context, params['id']);
  const photos = await photosOfItems(context.db, [item.id]);
  const shown = Object.entries(toItem(item)).filter(([, value]) => isTold(value));
  return {
    title: toName(item),
    trail: TRAIL,
    actions: html`<a class="button danger" href="${PATH}/${item.id}/delete">Delete</a>`,
    body: html`
      <p>${states(item)}</p>
      ${facts([
        ['Owner', html`<a href="${USERS_PATH}/${item.user_id}">${item.username}</a>`],
        ...shown.map(([name, value]) => [name, toText(value)] as const),
      ])}
      <h2>Photos</h2>
      ${gallery(context, photos, baseUrl)}
    `,
  };
}

function isTold(value: unknown): boolean {
  return value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Deletes an item as its owner would. */
async function remove(context: Context, { params, visitor }: ItemRequest): Promise<Redirect> {
  const item = await getItem(context, params['id']);
  const { id, user_id: ownerId } = item;
  const files = await context.db.transaction(async (db) => {
    const keys = await deleteItemRows(db, { id, userId: ownerId });
    await insertAuditEntry(db, {
      actor: visitor,
      action: 'delete',
      subject: 'item',
      subjectId: id,
      label: toName(item),
      ownerId,
      before: { ...toItem(item), photos: keys.length },
    });
    return keys;
  });
  await removePhotoFiles(context, files);
  return { to: PATH, flash: { kind: 'done', text: `Deleted ${toName(item)}.` } };
}

async function getItem({ db }: Context, id: string | undefined): Promise<AdminItem> {
  const item = await findItem(db, readId(id));
  if (!item) throw notFound('There is no such item.');
  return item;
}

/** A draft may have no name. */
function toName({ name, id }: AdminItem): string {
  return name === '' ? `item ${id}` : name;
}

import { ITEM_TYPES } from '@kitroom/collection-client';
import { notFound } from '@kitroom/server/http/errors';
import { bulkRows } from '@kitroom/server/pages/bulk-rows';
import { bulkRoute, offerBulk, type BulkList } from '@kitroom/server/pages/bulk';
import { form, type Field, type FormErrors, type FormValues } from '@kitroom/server/pages/form';
import { html } from '@kitroom/server/pages/html';
import type { Page } from '@kitroom/server/pages/layout';
import type { Redirect, PageRequest, PageRoute } from '@kitroom/server/pages/page-router';
import { readId } from '@kitroom/server/pages/read-number';
import { time } from '@kitroom/server/pages/table';
import { facts, type Column } from '@kitroom/server/pages/table';
import type { Context } from '../context.ts';
import { deleteItemRows } from '../items/change-item.ts';
import { toItem } from '../items/item-view.ts';
import { removePhotoFiles } from '../photos/photo-files.ts';
import { photosOfItems } from '../photos/photo-queries.ts';
import type { UserRow } from '../accounts/users/user-queries.ts';
import { USERS_PATH, ADMIN_ROOT } from '../paths.ts';
import { insertAuditEntry } from '../audit/audit-queries.ts';
import { confirmPage } from '@kitroom/server/pages/confirm-page';
import { listPage } from '@kitroom/server/pages/list-page';
import { readList } from '@kitroom/server/pages/list-queries';
import { answerForm } from '../account-pages/read-form.ts';
import { editItem } from './edit-item.ts';
import { fieldsOfItem, toItemValues } from './item-form.ts';
import { findItem, ITEM_LIST, type AdminItem, type VersionedAdminItem } from './admin-item-queries.ts';
import { anyOf, suggestFrom } from './filter-fields.ts';
import { gallery, thumbnail } from './photo-gallery.ts';

type ItemRequest = PageRequest<UserRow>;

const PATH = `${ADMIN_ROOT}/items`;
const TRAIL = [{ href: PATH, label: 'Items' }];

const FIELDS: Field[] = [
  { name: 'q', label: 'Name' },
  { name: 'owner', label: 'Username of the owner', suggestFrom: suggestFrom('user') },
  anyOf('type', 'Type', ITEM_TYPES),
  { name: 'club', label: 'Club', suggestFrom: suggestFrom('club') },
  { name: 'brand', label: 'Brand', suggestFrom: suggestFrom('brand') },
  anyOf('state', 'State', ['draft', 'private', 'public', 'without photos']),
];

export function itemRoutes(context: Context): Array<PageRoute<UserRow>> {
  const bulk = itemBulk(context);
  return [
    {
      method: 'GET',
      path: '/items',
      answer: ({ query, csrf, baseUrl }) =>
        listPage<AdminItem>({
          title: 'Items',
          path: PATH,
          query,
          fields: FIELDS,
          columns: columns(context, baseUrl),
          sort: '-since',
          many: 'items',
          empty: 'There are no such items.',
          read: (request) => readList<AdminItem>(context.db, ITEM_LIST, request),
          bulk: offerBulk(bulk, csrf, { keyOf: ({ id }) => String(id), nameOf: toName }),
        }),
    },
    bulkRoute(bulk),
    { method: 'GET', path: '/items/:id', answer: (request) => itemPage(context, request) },
    { method: 'POST', path: '/items/:id', answer: (request) => edit(context, request) },
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

function itemBulk(context: Context): BulkList<UserRow> {
  return {
    path: '/items',
    title: 'Items',
    href: PATH,
    one: 'item',
    many: 'items',
    actions: [
      {
        name: 'delete',
        label: 'Delete',
        tone: 'danger',
        text: 'They are permanently deleted, with their photos and the files of those.',
        done: 'Deleted',
        act: (key, { visitor }) => removeItem(context, visitor, key),
      },
    ],
    ...bulkRows<AdminItem>(context.db, ITEM_LIST, (item) => ({
      key: String(item.id),
      label: `${toName(item)} of ${item.username}`,
      href: `${PATH}/${item.id}`,
    })),
  };
}

function columns({ storage }: Context, baseUrl: string): Array<Column<AdminItem>> {
  return [
    {
      label: 'Name',
      sort: 'name',
      cell: (row) =>
        html`${row.thumbnail_key !== null && thumbnail(storage.url(row.thumbnail_key, baseUrl))}
          <a href="${PATH}/${row.id}">${toName(row)}</a>`,
    },
    { label: 'Type', sort: 'type', cell: ({ item_type: type }) => type },
    {
      label: 'Owner',
      sort: 'owner',
      cell: ({ user_id: id, username }) => html`<a href="${USERS_PATH}/${id}">${username}</a>`,
    },
    { label: 'State', cell: states },
    { label: 'Photos', isNumber: true, cell: ({ photos }) => String(photos) },
    { label: 'Since', sort: 'since', cell: (row) => time(row.created_at) },
  ];
}

function states({ is_draft: isDraft, is_private: isPrivate }: AdminItem) {
  return html`${isDraft && html`<span class="tag idle">draft</span> `}
  ${isPrivate && html`<span class="tag idle">private</span>`}`;
}

async function itemPage(
  context: Context,
  { params, baseUrl, csrf }: ItemRequest,
  answer: { values?: FormValues; errors?: FormErrors } = {},
): Promise<Page> {
  const item = await getItem(context, params['id']);
  const photos = await photosOfItems(context.db, [item.id]);
  return {
    title: toName(item),
    trail: TRAIL,
    actions: html`<a class="button" href="${ADMIN_ROOT}/audit-log?subject=item&amp;id=${item.id}">History</a>
      <a class="button danger" href="${PATH}/${item.id}/delete">Delete</a>`,
    body: html`
      <p>${states(item)}</p>
      ${facts([
        ['Number', String(item.id)],
        ['Owner', html`<a href="${USERS_PATH}/${item.user_id}">${item.username}</a>`],
        ['Type', item.item_type],
        ['Kit', item.kit_name],
        ['Created', time(item.created_at)],
        ['Changed', time(item.updated_at)],
      ])}
      ${form({
        action: `${PATH}/${item.id}`,
        csrf,
        fields: fieldsOfItem(item),
        values: answer.values ?? toItemValues(item),
        errors: answer.errors ?? {},
        submit: 'Save',
        cancel: PATH,
      })}
      <h2>Photos</h2>
      ${gallery(context, photos, baseUrl)}
    `,
  };
}

async function edit(context: Context, request: ItemRequest): Promise<Page | Redirect> {
  const item = await getItem(context, request.params['id']);
  const { form: values, visitor } = request;
  return answerForm(
    fieldsOfItem(item),
    async () => {
      const isChanged = await editItem(context, visitor, item, values);
      const text = isChanged ? `Saved ${toName(item)}.` : 'There was nothing to change.';
      return { to: `${PATH}/${item.id}`, flash: { kind: 'done', text } };
    },
    (errors) => itemPage(context, request, { values, errors }),
  );
}

async function remove(context: Context, { params, visitor }: ItemRequest): Promise<Redirect> {
  const name = await removeItem(context, visitor, params['id']);
  return { to: PATH, flash: { kind: 'done', text: `Deleted ${name}.` } };
}

/** Deletes an item as its owner would; returns its name. */
async function removeItem(context: Context, actor: UserRow, key: string | undefined): Promise<string> {
  const item = await getItem(context, key);
  const { id, user_id: ownerId } = item;
  const files = await context.db.transaction(async (db) => {
    const keys = await deleteItemRows(db, { id, userId: ownerId });
    await insertAuditEntry(db, {
      actor,
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
  return toName(item);
}

async function getItem({ db }: Context, id: string | undefined): Promise<VersionedAdminItem> {
  const item = await findItem(db, readId(id));
  if (!item) throw notFound('There is no such item.');
  return item;
}

/** A draft may have no name. */
function toName({ name, id }: AdminItem): string {
  return name === '' ? `item ${id}` : name;
}

import { notFound } from '@kitroom/server/http/errors';
import { bulkRows } from '@kitroom/server/pages/bulk-rows';
import { bulkRoute, offerBulk, type BulkList } from '@kitroom/server/pages/bulk';
import type { Field } from '@kitroom/server/pages/form';
import { html } from '@kitroom/server/pages/html';
import type { Page } from '@kitroom/server/pages/layout';
import type { Redirect, PageRequest, PageRoute } from '@kitroom/server/pages/page-router';
import { readId } from '@kitroom/server/pages/read-number';
import { time } from '@kitroom/server/pages/table';
import { facts } from '@kitroom/server/pages/table';
import { removePhotoFiles } from '../photos/photo-files.ts';
import { deletePhotoRow } from '../photos/photo-queries.ts';
import { withUserLocked } from '../accounts/users/with-user-locked.ts';
import type { UserRow } from '../accounts/users/user-queries.ts';
import { USERS_PATH, ADMIN_ROOT } from '../paths.ts';
import { insertAuditEntry } from '../audit/audit-queries.ts';
import { confirmPage } from '@kitroom/server/pages/confirm-page';
import { listPage } from '@kitroom/server/pages/list-page';
import { readList } from '@kitroom/server/pages/list-queries';
import { findPhoto, PHOTO_LIST, type AdminPhoto } from './admin-photo-queries.ts';
import { anyOf, suggestFrom } from './filter-fields.ts';
import type { Database } from '@kitroom/server/database/database';
import type { Logger } from '@kitroom/server/telemetry/logger';
import type { Storage } from '../storage/storage.ts';
import { gallery, PHOTOS_PATH } from './photo-gallery.ts';

type PhotoRequest = PageRequest<UserRow>;

const TRAIL = [{ href: PHOTOS_PATH, label: 'Photos' }];

const FIELDS: Field[] = [
  { name: 'owner', label: 'Username of the owner', suggestFrom: suggestFrom('user') },
  anyOf('state', 'State', ['without item', 'given up']),
];

export function photoRoutes(context: {
  db: Database;
  storage: Storage;
  log: Logger;
}): Array<PageRoute<UserRow>> {
  const bulk = photoBulk(context);
  return [
    {
      method: 'GET',
      path: '/photos',
      answer: ({ query, csrf, baseUrl }) =>
        listPage<AdminPhoto>({
          title: 'Photos',
          path: PHOTOS_PATH,
          query,
          fields: FIELDS,
          columns: [],
          sort: '-number',
          many: 'photos',
          empty: 'There are no such photos.',
          read: (request) => readList<AdminPhoto>(context.db, PHOTO_LIST, request),
          show: (rows, choose) => gallery(context, rows, baseUrl, choose),
          bulk: offerBulk(bulk, csrf, { keyOf: ({ id }) => String(id), nameOf: ({ id }) => `photo ${id}` }),
        }),
    },
    bulkRoute(bulk),
    { method: 'GET', path: '/photos/:id', answer: (request) => photoPage(context, request) },
    {
      method: 'GET',
      path: '/photos/:id/delete',
      async answer({ params, csrf }) {
        const { id, username } = await getPhoto(context, params['id']);
        const own = `${PHOTOS_PATH}/${id}`;
        return confirmPage({
          title: `Delete photo ${id}`,
          text: `The photo of ${username} will be permanently deleted, with its files.`,
          trail: [...TRAIL, { href: own, label: `Photo ${id}` }],
          action: `${own}/delete`,
          csrf,
          submit: 'Delete the photo',
          cancel: own,
        });
      },
    },
    { method: 'POST', path: '/photos/:id/delete', answer: (request) => remove(context, request) },
  ];
}

async function photoPage(
  context: { db: Database; storage: Storage; log: Logger },
  { params, baseUrl }: PhotoRequest,
): Promise<Page> {
  const photo = await getPhoto(context, params['id']);
  const { id, user_id: ownerId, username, item_id: itemId, item_name: itemName } = photo;
  const { storage } = context;
  return {
    title: `Photo ${id}`,
    trail: TRAIL,
    actions: html`<a class="button danger" href="${PHOTOS_PATH}/${id}/delete">Delete</a>`,
    body: html`
      <img
        class="photo"
        src="${storage.url(photo.avif_key ?? photo.image_key, baseUrl)}"
        alt="${photo.caption || `Photo ${id} of ${username}`}"
      />
      ${facts([
        ['Owner', html`<a href="${USERS_PATH}/${ownerId}">${username}</a>`],
        [
          'Item',
          itemId === null
            ? 'none yet'
            : html`<a href="${ADMIN_ROOT}/items/${itemId}">${itemName || `item ${itemId}`}</a>`,
        ],
        ['Caption', photo.caption],
        ['Size', `${photo.width} × ${photo.height}`],
        ['AVIF', photo.avif_key === null ? 'not made' : 'made'],
        ['Card', photo.card_key === null ? 'not made' : 'made'],
        ['Thumbnail', photo.thumbnail_key === null ? 'not made' : 'made'],
        ['Uploaded', time(photo.uploaded_at)],
      ])}
    `,
  };
}

function photoBulk(context: { db: Database; storage: Storage; log: Logger }): BulkList<UserRow> {
  return {
    path: '/photos',
    title: 'Photos',
    href: PHOTOS_PATH,
    one: 'photo',
    many: 'photos',
    actions: [
      {
        name: 'delete',
        label: 'Delete',
        tone: 'danger',
        text: 'They are permanently deleted, with their files.',
        done: 'Deleted',
        act: (key, { visitor }) => removePhoto(context, visitor, key),
      },
    ],
    ...bulkRows<AdminPhoto>(context.db, PHOTO_LIST, ({ id, username }) => ({
      key: String(id),
      label: `Photo ${id} of ${username}`,
      href: `${PHOTOS_PATH}/${id}`,
    })),
  };
}

async function remove(
  context: { db: Database; storage: Storage; log: Logger },
  { params, visitor }: PhotoRequest,
): Promise<Redirect> {
  const id = await removePhoto(context, visitor, params['id']);
  return { to: PHOTOS_PATH, flash: { kind: 'done', text: `Deleted photo ${id}.` } };
}

/** Deletes a photo as its owner would; returns its id. */
async function removePhoto(
  context: { db: Database; storage: Storage; log: Logger },
  actor: UserRow,
  key: string | undefined,
): Promise<number> {
  const photo = await getPhoto(context, key);
  const { id, user_id: ownerId, item_id, caption, width, height } = photo;
  const files = await withUserLocked(context.db, ownerId, async (db) => {
    const keys = await deletePhotoRow(db, id, ownerId);
    if (!keys) throw notFound('There is no such photo.');
    await insertAuditEntry(db, {
      actor,
      action: 'delete',
      subject: 'photo',
      subjectId: id,
      ownerId,
      before: { item_id, caption, width, height, uploaded_at: photo.uploaded_at.toISOString() },
    });
    return keys;
  });
  await removePhotoFiles(context, [files]);
  return id;
}

async function getPhoto(
  { db }: { db: Database; storage: Storage; log: Logger },
  id: string | undefined,
): Promise<AdminPhoto> {
  const photo = await findPhoto(db, readId(id));
  if (!photo) throw notFound('There is no such photo.');
  return photo;
}

import type { Database } from '@kitroom/server/database/database';
import { notFound } from '@kitroom/server/http/errors';
import { refuseForm } from '@kitroom/server/pages/form';
import { html, type Html, type HtmlValue } from '@kitroom/server/pages/html';
import { ADMIN_ROOT, choice, suggestPath, type Resource } from '@kitroom/server/pages/resource';
import { definitionList, time } from '@kitroom/server/pages/table';
import type { Logger } from '@kitroom/server/telemetry/logger';
import { withUserLocked, type UserRow } from '../accounts/users/user-queries.ts';
import { insertAuditEntry } from '../audit/audit-queries.ts';
import { removePhotoFiles } from '../photos/photo-files.ts';
import { deletePhotoRow, lockItemsOfPhoto, type PhotoRow } from '../photos/photo-queries.ts';
import type { Storage } from '../storage/storage.ts';
import { PHOTO_LIST, retryPhoto, type AdminPhoto } from './admin-photo-queries.ts';
import { ownerLink } from './owner-link.ts';

type PhotoContext = { db: Database; storage: Storage; log: Logger };

const PATH = '/photos';

/** All users' photos, as a gallery. The columns are for tables on other pages. */
export function photoResource(context: PhotoContext): Resource<AdminPhoto, UserRow> {
  const { db, storage } = context;
  return {
    path: PATH,
    title: 'Photos',
    singular: 'photo',
    plural: 'photos',
    source: PHOTO_LIST,
    nameOf: ({ id }) => `photo ${id}`,
    describe: ({ id, username }) => `Photo ${id} of ${username}`,
    filters: [
      { name: 'owner', label: 'Username of the owner', suggestFrom: suggestPath('user') },
      choice('state', 'State', ['without item', 'given up']),
    ],
    columns: () => [
      { label: 'Photo', cell: ({ id }) => html`<a href="${ADMIN_ROOT}${PATH}/${id}">Photo ${id}</a>` },
      { label: 'Attempts', isNumber: true, cell: ({ attempts }) => String(attempts) },
    ],
    sort: '-number',
    show: (rows, choose, { baseUrl }) => gallery(storage, rows, baseUrl, choose),
    page: (photo, { baseUrl }) => ({
      title: `Photo ${photo.id}`,
      above: describePhoto(photo, storage.url(photo.avif_key ?? photo.image_key, baseUrl)),
    }),
    actions: [
      {
        name: 'retry',
        label: 'Try again',
        isOffered: (photo) => photo.is_abandoned,
        act: ({ id, user_id: ownerId }, { visitor: actor }) =>
          db.transaction(async (transaction) => {
            if (!(await retryPhoto(transaction, id)))
              throw refuseForm({ '': 'It has not failed permanently.' });
            const subject = { subject: 'photo', subjectId: id, ownerId };
            await insertAuditEntry(transaction, { actor, action: 'retry', ...subject });
            return 'The photo will be retried.';
          }),
      },
      {
        name: 'delete',
        label: 'Delete',
        tone: 'danger',
        isLast: true,
        confirm: ({ username }) => ({
          text: `The photo of ${username} will be permanently deleted, with its files.`,
        }),
        bulk: { text: 'They are permanently deleted, with their files.', done: 'Deleted' },
        act: (photo, { visitor }) => removePhoto(context, visitor, photo),
      },
    ],
  };
}

/** Thumbnails that link to their photos, with a placeholder for missing ones. */
export function gallery<Photo extends PhotoRow>(
  storage: Storage,
  photos: readonly Photo[],
  baseUrl: string,
  choose?: (photo: Photo) => HtmlValue,
): Html {
  if (photos.length === 0) return html`<p class="empty">No photos.</p>`;
  const picture = (key: string | null) =>
    key === null
      ? html`<span class="blank">no picture yet</span>`
      : html`<img src="${storage.url(key, baseUrl)}" width="100" height="100" loading="lazy" alt="" />`;
  return html`<ul class="gallery">
    ${photos.map(
      (photo) =>
        html`<li>
          ${choose?.(photo)}
          <a href="${ADMIN_ROOT}${PATH}/${photo.id}">
            ${picture(photo.thumbnail_key)}
            <span>Photo ${photo.id}${photo.caption !== '' && `: ${photo.caption}`}</span>
          </a>
        </li>`,
    )}
  </ul>`;
}

function describePhoto(photo: AdminPhoto, address: string): Html {
  const { id, username, item_id: itemId, item_name: itemName } = photo;
  const showState = (key: string | null) => (key === null ? 'not created' : 'created');
  return html`
    <img class="photo" src="${address}" alt="${photo.caption || `Photo ${id} of ${username}`}" />
    ${definitionList([
      ['Owner', ownerLink(photo)],
      [
        'Item',
        itemId === null
          ? 'none yet'
          : html`<a href="${ADMIN_ROOT}/items/${itemId}">${itemName || `item ${itemId}`}</a>`,
      ],
      ['Caption', photo.caption],
      ['Size', `${photo.width} × ${photo.height}`],
      ['AVIF', showState(photo.avif_key)],
      ['Card', showState(photo.card_key)],
      ['Thumbnail', showState(photo.thumbnail_key)],
      ['Uploaded', time(photo.uploaded_at)],
    ])}
  `;
}

/** Deletes a photo as its owner would. */
async function removePhoto(context: PhotoContext, actor: UserRow, photo: AdminPhoto): Promise<string> {
  const { id, user_id: ownerId, item_id, caption, width, height } = photo;
  const files = await context.db.transaction(async (transaction) => {
    await lockItemsOfPhoto(transaction, id);
    return withUserLocked(transaction, ownerId, async (db) => {
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
  });
  await removePhotoFiles(context, [files]);
  return `Deleted photo ${id}.`;
}

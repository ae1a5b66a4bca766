import { html, type Html, type HtmlValue } from '@kitroom/server/pages/html';
import type { PhotoRow } from '../photos/photo-queries.ts';
import type { Storage } from '../storage/storage.ts';
import { ADMIN_ROOT } from '../paths.ts';

export const PHOTOS_PATH = `${ADMIN_ROOT}/photos`;

/** Thumbnails that link to their photos; a number in place of a missing thumbnail. */
export function gallery<Photo extends PhotoRow>(
  { storage }: { storage: Storage },
  photos: readonly Photo[],
  baseUrl: string,
  choose?: (photo: Photo) => HtmlValue,
): Html {
  if (photos.length === 0) return html`<p class="empty">There are none.</p>`;
  const picture = (key: string | null) =>
    key === null
      ? html`<span class="blank">no picture yet</span>`
      : html`<img src="${storage.url(key, baseUrl)}" width="100" height="100" loading="lazy" alt="" />`;
  return html`<ul class="gallery">
    ${photos.map(
      (photo) =>
        html`<li>
          ${choose?.(photo)}
          <a href="${PHOTOS_PATH}/${photo.id}">
            ${picture(photo.thumbnail_key)}
            <span>Photo ${photo.id}${photo.caption !== '' && `: ${photo.caption}`}</span>
          </a>
        </li>`,
    )}
  </ul>`;
}

/** A small picture beside a name. */
export function thumbnail(address: string): Html {
  return html`<img class="thumb" src="${address}" alt="" width="28" height="28" loading="lazy" />`;
}

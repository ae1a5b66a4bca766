import { html, type Html } from '@kitroom/server/pages/html';
import type { Context } from '../context.ts';
import type { PhotoRow } from '../photos/photo-queries.ts';
import { ADMIN_ROOT } from '../paths.ts';

export const PHOTOS_PATH = `${ADMIN_ROOT}/photos`;

/** Thumbnails that link to their photos; a number in place of a missing thumbnail. */
export function gallery(
  { storage }: Pick<Context, 'storage'>,
  photos: readonly PhotoRow[],
  baseUrl: string,
): Html {
  if (photos.length === 0) return html`<p class="empty">There are none.</p>`;
  return html`<ul class="gallery">
    ${photos.map(
      ({ id, caption, thumbnail_key: key }) =>
        html`<li>
          <a href="${PHOTOS_PATH}/${id}">
            ${
              key === null
                ? html`<span class="blank">no picture yet</span>`
                : html`<img
                    src="${storage.url(key, baseUrl)}"
                    width="100"
                    height="100"
                    loading="lazy"
                    alt=""
                  />`
            }
            <span>Photo ${id}${caption !== '' && `: ${caption}`}</span>
          </a>
        </li>`,
    )}
  </ul>`;
}

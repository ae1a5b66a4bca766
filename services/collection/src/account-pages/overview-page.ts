import { html, type Html } from '@kitroom/server/pages/html';
import type { Page } from '@kitroom/server/pages/layout';
import type { PageRequest, PageRoute } from '@kitroom/server/pages/page-router';
import { time } from '@kitroom/server/pages/table';
import { facts } from '@kitroom/server/pages/table';
import type { UserRow } from '../accounts/users/user-queries.ts';
import type { Context } from '../context.ts';
import { ADMIN_ROOT } from '../paths.ts';
import { ACCOUNTS_ROOT } from './account-frame.ts';
import { listNewestThumbnails, readOverview, type AccountOverview } from './overview-queries.ts';
import { picture, readProfile } from './own-profile.ts';

type Request = PageRequest<UserRow>;

/** How many of the newest photos are shown. */
const PHOTOS = 8;

/** The start page of an account. */
export function overviewRoutes(context: Context): Array<PageRoute<UserRow>> {
  return [{ method: 'GET', path: '/', answer: (request) => overviewPage(context, request) }];
}

async function overviewPage(context: Context, request: Request): Promise<Page> {
  const { id } = request.visitor;
  const [profile, overview, photos] = await Promise.all([
    readProfile(context, request),
    readOverview(context.db, id),
    listNewestThumbnails(context.db, id, PHOTOS),
  ]);
  const { username, name, email, pending_email: pending, mfa_enabled: isSafe } = profile;
  const link = (path: string, text: string) => html`<a href="${ACCOUNTS_ROOT}/${path}">${text}</a>`;
  return {
    title: name || username,
    body: html`
      ${picture(profile)} ${figures(overview)}
      ${
        photos.length > 0 &&
        html`<h2>Newest photos</h2>
          <ul class="gallery">
            ${photos.map(
              (photo) =>
                html`<li>
                  <img
                    src="${context.storage.url(photo.thumbnail_key, request.baseUrl)}"
                    alt="${photo.item_name || 'An item without a name'}"
                    width="100"
                    height="100"
                    loading="lazy"
                  />
                </li>`,
            )}
          </ul>`
      }
      <h2>Account</h2>
      ${facts([
        ['Username', username],
        ['E-mail address', html`${email}${pending !== null && html`<br />${pending} waits to be verified`}`],
        ['Seen by others', profile.is_private ? 'no' : 'yes'],
        ['Multi-factor sign-in', isSafe ? 'on' : html`off · ${link('mfa', 'turn it on')}`],
        ['Token for programs', describeToken(overview)],
        ['Member since', profile.created_at.slice(0, 10)],
      ])}
      ${profile.is_staff && html`<p><a class="button" href="${ADMIN_ROOT}/">Administration</a></p>`}
    `,
  };
}

function figures({ items, drafts, private_items: hidden, photos, shares, sessions }: AccountOverview): Html {
  const details = [
    drafts > 0 && `${drafts} draft${drafts === 1 ? '' : 's'}`,
    hidden > 0 && `${hidden} private`,
  ];
  const note = details.filter((one) => one !== false).join(', ');
  const figure = (count: number, one: string, many: string) =>
    html`<strong>${count.toLocaleString('en')}</strong> ${count === 1 ? one : many}`;
  return html`<ul class="figures">
    <li>
      <a href="${ACCOUNTS_ROOT}/data"
        >${figure(items, 'item', 'items')}${note !== '' && html`<br />${note}`}</a
      >
    </li>
    <li><a href="${ACCOUNTS_ROOT}/data">${figure(photos, 'photo', 'photos')}</a></li>
    <li><div>${figure(shares, 'share link', 'share links')}</div></li>
    <li><a href="${ACCOUNTS_ROOT}/sessions">${figure(sessions, 'session', 'sessions')}</a></li>
  </ul>`;
}

function describeToken({ token_created_at: created, token_last_used_at: used }: AccountOverview): Html {
  if (!created) return html`none`;
  return html`made ${time(created)}, ${used ? html`last used ${time(used)}` : 'never used'}`;
}

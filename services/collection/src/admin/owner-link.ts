import { html, type Html } from '@kitroom/server/pages/html';
import { USERS_PATH } from '../paths.ts';

/** A link to the page of the user who owns a record. */
export function ownerLink({ user_id: id, username }: { user_id: number; username: string }): Html {
  return html`<a href="${USERS_PATH}/${id}">${username}</a>`;
}

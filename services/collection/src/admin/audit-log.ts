import { auditResource, type AuditView } from '@kitroom/server/audit/audit-pages';
import { html, type Html } from '@kitroom/server/pages/html';
import type { Resource } from '@kitroom/server/pages/resource';
import type { UserRow } from '../accounts/users/user-queries.ts';
import type { AuditRow } from '../audit/audit-queries.ts';
import { USERS_PATH } from '../paths.ts';

const SUBJECTS = ['user', 'token', 'item', 'photo', 'job', 'mail', 'sign-in'];

/** The presentation of entries. */
export const AUDIT_VIEW: AuditView<AuditRow> = {
  actorField: 'actor',
  actor: ({ actor }) => actor,
  subject: describeSubject,
  subjects: SUBJECTS.map((value) => ({ value, label: value })),
  note: 'Changes made by staff on these pages, their sign-ins, and rejected sign-ins. Times are in UTC.',
};

export const AUDIT_LOG: Resource<AuditRow, UserRow> = auditResource(AUDIT_VIEW);

function describeSubject({ subject: kind, subject_id: id, label, owner_id: ownerId }: AuditRow): Html {
  const name = label ?? id ?? '';
  const isUser = ['user', 'token', 'sign-in'].includes(kind);
  return html`${kind} ${isUser && id !== null ? html`<a href="${USERS_PATH}/${id}">${name}</a>` : name}
  ${!isUser && ownerId !== null && html`<br /><a class="quiet" href="${USERS_PATH}/${ownerId}">Its owner</a>`}`;
}

import { ServiceError } from '@kitroom/server/http/errors';
import { insertAuditEntry, UNKNOWN_ACTOR } from '../../audit/audit-queries.ts';
import type { UserRow } from '../users/user-queries.ts';
import type { Database } from '@kitroom/server/database/database';
import type { Logger } from '@kitroom/server/telemetry/logger';

export interface RefusedSignIn {
  /** The user whose name was given; undefined for an unknown name. */
  user: Pick<UserRow, 'id' | 'username' | 'is_staff'> | undefined;
  address: string;
  /** Whether the sign-in is for the admin interface. */
  isForAdmin: boolean;
}

/**
 * Writes a rejected sign-in to the log and, if it concerns the admin interface, to the audit log: an attempt on a
 * staff account, or on the admin sign-in page. The name as typed is in neither: it may be a password.
 */
export function recordRefusedSignIn(
  { db, log }: { db: Database; log: Logger },
  { user, address, isForAdmin }: RefusedSignIn,
  error: unknown,
): void {
  if (!(error instanceof ServiceError)) return;
  log.warn({ userId: user?.id, address, why: error.code }, 'sign-in rejected');
  // Throttled attempts were not verified.
  if (error.code !== 'invalid' || !(isForAdmin || user?.is_staff)) return;
  // Not awaited: the response time would reveal who is staff.
  insertAuditEntry(db, {
    actor: UNKNOWN_ACTOR,
    action: 'sign-in refused',
    subject: 'sign-in',
    ...(user ? { subjectId: user.id, label: user.username, ownerId: user.id } : {}),
    after: { address },
  }).catch((failure: unknown) => log.error({ err: failure }, 'could not write to the audit log'));
}

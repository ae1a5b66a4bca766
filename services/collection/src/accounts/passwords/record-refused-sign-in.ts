import { ServiceError } from '@kitroom/server/http/errors';
import { insertAuditEntry, UNKNOWN_ACTOR } from '../../audit/audit-queries.ts';
import type { UserRow } from '../users/user-queries.ts';
import type { Database } from '@kitroom/server/database/database';
import type { Logger } from '@kitroom/server/telemetry/logger';

/** A sign-in that was refused. */
export interface RefusedSignIn {
  /** Whose name was given; undefined for a name that nobody has. */
  user: Pick<UserRow, 'id' | 'username' | 'is_staff'> | undefined;
  address: string;
  /** Whether the admin interface is behind the sign-in. */
  isForAdmin: boolean;
}

/**
 * Writes a refused sign-in to the log and, where it concerns the admin interface, to the audit log: an attempt on an
 * account of staff, or at the sign-in of the admin pages. What was typed for a name is in neither: it may be a password.
 */
export function recordRefusedSignIn(
  { db, log }: { db: Database; log: Logger },
  { user, address, isForAdmin }: RefusedSignIn,
  error: unknown,
): void {
  if (!(error instanceof ServiceError)) return;
  log.warn({ userId: user?.id, address, why: error.code }, 'a sign-in was refused');
  // What the limit refuses was not looked at.
  if (error.code !== 'invalid' || !(isForAdmin || user?.is_staff)) return;
  // Not waited for: the time that the answer takes would tell who is staff.
  insertAuditEntry(db, {
    actor: UNKNOWN_ACTOR,
    action: 'sign-in refused',
    subject: 'sign-in',
    ...(user ? { subjectId: user.id, label: user.username, ownerId: user.id } : {}),
    after: { address },
  }).catch((failure: unknown) => log.error({ err: failure }, 'the audit log could not be written'));
}

import { saveSession } from '@kitroom/server/sessions/session-store';
import type { RequestHandler } from 'express';
import { findSignedIn } from '../accounts/sessions/caller.ts';
import { hasSecondFactor } from '../accounts/second-factor/totp-queries.ts';
import type { Config } from '../config.ts';
import type { Database } from '@kitroom/server/database/database';
import { insertAuditEntry } from '../audit/audit-queries.ts';

declare module 'express-session' {
  interface SessionData {
    /** Whether the session's use of the admin interface is in the audit log. */
    isAudited: boolean;
  }
}

const FACTOR_NEEDED =
  'The admin pages are for staff with multi-factor sign-in. Set it up here, then open them again.';

/**
 * Redirects staff without a second factor to `factorPath`, unless ADMIN_REQUIRE_MFA is off. The first request of a
 * session that passes is written to the audit log: the sign-in itself may have been much earlier, by any method.
 */
export function authorizeAdmin(
  { db, config }: { db: Database; config: Config },
  factorPath: string,
): RequestHandler {
  return async (request, response, next) => {
    const user = findSignedIn(response);
    if (!user?.is_staff) return next();
    if (config.ADMIN_REQUIRE_MFA && !(await hasSecondFactor(db, user.id))) {
      request.session.flash = { kind: 'problem', text: FACTOR_NEEDED };
      await saveSession(request);
      return response.redirect(303, factorPath);
    }
    if (!request.session.isAudited) {
      const after = { address: request.ip };
      await insertAuditEntry(db, { actor: user, action: 'sign in', subject: 'sign-in', after });
      request.session.isAudited = true;
    }
    next();
  };
}

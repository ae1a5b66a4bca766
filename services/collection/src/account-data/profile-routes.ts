import * as contracts from '@kitroom/collection-client';
import type { Database } from '@kitroom/server/database/database';
import { endpoint, Reply, type Endpoint, type RequestContext } from '@kitroom/server/http/endpoint';
import type { InputOf } from '@kitroom/shared';
import { checkAccess } from '../accounts/access/check-access.ts';
import { userDeleted } from '../accounts/access/user-deleted.ts';
import { addMail, claimMailRequest } from '../accounts/mail/mail-queries.ts';
import { hasSecondFactor } from '../accounts/second-factor/totp-queries.ts';
import { findSessionOfCaller, getCaller } from '../accounts/sessions/caller.ts';
import { signOut } from '../accounts/sessions/load-session.ts';
import { checkDomain } from '../accounts/sign-up/sign-up-rules.ts';
import { checkTaken, withTakenFields } from '../accounts/sign-up/validate-account.ts';
import { getAccount, setPendingEmail } from '../accounts/users/account-queries.ts';
import { updateUser, type UserRow } from '../accounts/users/user-queries.ts';
import { toProfile } from '../accounts/users/user-view.ts';
import type { Context } from '../context.ts';
import { MAIL_REQUEST_SECONDS } from '../limits.ts';
import { removeAvatar, setAvatar } from '../photos/avatars/set-avatar.ts';
import { validatePicture } from '../photos/store-picture.ts';
import { throttled } from '../throttled.ts';
import { confirmDeletion, deleteAccount } from './delete-account.ts';
import { exportAccount } from './export-account.ts';

/** `/api/accounts/profile/…`, `export/`, and account deletion */
export function profileRoutes(context: Context): Endpoint[] {
  const { config, db, storage } = context;

  async function show(request: RequestContext) {
    const account = await getAccount(db, getCaller(request).id);
    const { baseUrl } = request;
    const options = { storage, baseUrl, hasSecondFactor: await hasSecondFactor(db, account.id) };
    return toProfile(account, options);
  }

  return [
    endpoint(contracts.getProfile, (_input, request) => show(request)),
    endpoint(
      contracts.patchProfile,
      async ({ body }, request) => {
        const caller = getCaller(request);
        // This is the only change of credentials that depends on the body.
        if (body.email !== undefined && body.email !== caller.email) {
          await checkAccess(context, 'fresh-session', request);
        }
        await changeProfile(context, caller.id, body);
        return show(request);
      },
      {
        stored: async (_permitted, request) => ({ ...(await getAccount(db, getCaller(request).id)) }),
        async checkBody(sent, request) {
          const { id, email } = getCaller(request);
          return { ...(await checkTaken(db, sent, id)), ...checkDomain(config, sent, email) };
        },
      },
    ),
    endpoint(
      contracts.putAvatar,
      async (_input, request) => {
        if (!request.file) throw new Error('a picture without a file was not rejected');
        await setAvatar(context, getCaller(request).id, request.file);
        return show(request);
      },
      { checkFile: validatePicture },
    ),
    endpoint(contracts.deleteAvatar, (_input, request) => removeAvatar(context, getCaller(request).id)),
    endpoint(contracts.exportAccount, async (_input, request) => {
      const zip = await exportAccount(context, {
        account: await getAccount(db, getCaller(request).id),
        baseUrl: request.baseUrl,
        withSignIns: findSessionOfCaller(request) !== undefined,
      });
      return new Reply(zip, {
        headers: {
          'Content-Type': 'application/zip',
          'Content-Disposition': 'attachment; filename="kitroom-export.zip"',
        },
      });
    }),
    endpoint(contracts.deleteAccount, async ({ body }, request) => {
      const account = await getAccount(db, getCaller(request).id);
      await confirmDeletion(context, account, body, request.address);
      await deleteAccount(context, account.id);
      return signOut(context, request);
    }),
  ];
}

/**
 * Changes a profile. Throws a 400 if another request took the name, and a 429 if a mail was just sent to the
 * new address.
 */
async function changeProfile(
  { db }: { db: Database },
  userId: number,
  { email, ...changes }: InputOf<typeof contracts.patchProfile>['body'],
): Promise<void> {
  await withTakenFields(() =>
    db.transaction(async (transaction) => {
      const user = await updateUser(transaction, userId, changes);
      if (!user) throw userDeleted();
      if (email !== undefined) await changeAddress(transaction, user, email);
    }),
  );
}

/**
 * Sends a key to the new address and notifies the old one. Changing back to the old one cancels the change.
 */
async function changeAddress(db: Database, user: UserRow, email: string): Promise<void> {
  const { id: userId } = user;
  const pending = email === user.email ? null : email;
  const isNew = pending !== user.pending_email;
  if (isNew) await setPendingEmail(db, userId, pending);
  if (pending === null) return;
  if (await claimMailRequest(db, 'change', pending)) {
    await addMail(db, { kind: 'change', email: pending, userId });
  } else if (isNew) {
    throw throttled(undefined, MAIL_REQUEST_SECONDS);
  }
  if (isNew) await addMail(db, { kind: 'change-notice', email: user.email, userId });
}

import type { Database } from '@kitroom/server/database/database';
import type { Config } from '../../config.ts';
import type { SecretKeys } from '../../secrets/sealed-secret.ts';
import { accountLink, deriveKey, type KeyPurpose } from '../mail/account-keys.ts';
import type { MailRow } from '../mail/mail-queries.ts';
import { isNotice, writeNotice } from '../mail/notice-texts.ts';
import type { Mail } from '../mail/open-mailer.ts';
import { writeMail } from '../mail/write-mail.ts';
import { mayUsePassword } from '../passwords/password-rules.ts';
import { extendVerificationPeriod, findUserByEmail } from '../users/account-queries.ts';
import { findActiveUser, type UserRow } from '../users/user-queries.ts';
import { insertKey } from './key-queries.ts';

type WriterContext = { config: Config; db: Database; secretKeys: SecretKeys };

/**
 * Writes an account mail and activates its key. Returns undefined if the mail is obsolete: the account does
 * not exist, the action was completed or cancelled, or the user may not sign in with the password that it
 * would set.
 */
export async function writeAccountMail(context: WriterContext, row: MailRow): Promise<Mail | undefined> {
  const { kind } = row;
  // The account no longer exists at this point.
  if (kind === 'deletion-notice') return writeMail(row.email, writeNotice(kind));
  const user = await findAddressee(context, row);
  if (!user) return undefined;
  if (isNotice(kind)) return writeMail(row.email, writeNotice(kind, user.username));
  const purpose: KeyPurpose = kind === 'reset' ? 'reset' : 'verify';
  const key = deriveKey(context.secretKeys[0], purpose, row.nonce);
  const email = addressOf(row, user);
  if (!(await insertKey(context.db, key, { purpose, userId: user.id, email }))) return undefined;
  if (kind === 'verify') await extendVerificationPeriod(context.db, user.id);
  const link = accountLink(context.config, purpose, key);
  return writeMail(email, { ...TEXTS[kind], username: user.username, link, key, closing: CLOSING });
}

/** Mails requested by address are sent to the address as the account spells it, verified or not. */
function addressOf({ kind, email }: MailRow, user: UserRow): string {
  return kind === 'change' ? email : user.email;
}

async function findAddressee({ config, db }: WriterContext, row: MailRow): Promise<UserRow | undefined> {
  const user =
    row.user_id === null ? await findUserByEmail(db, row.email) : await findActiveUser(db, row.user_id);
  if (row.kind === 'verify' && user?.email_verified_at !== null) return undefined;
  if (row.kind === 'reset' && user && !mayUsePassword(config.PASSWORD_SIGN_IN, user)) return undefined;
  if (row.kind === 'change' && user?.pending_email !== row.email) return undefined;
  return user;
}

const CLOSING = 'If you did not request this, ignore this mail: nothing will change.';
const VALIDITY = 'The link works once, for 3 days.';

const TEXTS = {
  verify: {
    subject: 'Verify your e-mail address',
    paragraphs: [`Welcome to Kitroom. Verify your e-mail address to finish signing up. ${VALIDITY}`],
    action: 'Verify my e-mail address',
  },
  change: {
    subject: 'Verify your new e-mail address',
    paragraphs: [`You have asked to use this e-mail address with your Kitroom account. ${VALIDITY}`],
    action: 'Verify my new e-mail address',
  },
  reset: {
    subject: 'Set a new password',
    paragraphs: [`Somebody has asked for a new password for your Kitroom account. ${VALIDITY}`],
    action: 'Set a new password',
  },
};

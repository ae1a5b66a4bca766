import type { Message } from './write-mail.ts';

const PROVIDER =
  'If this was not you, set a new password, unlink the provider, and check what else has changed.';
const FACTOR = 'If this was not you, set a new password now: this signs out all other browsers.';
const RESET = 'If this was not you, reset your password: this ends all sessions and deletes all tokens.';

/** The texts of notices. They contain no key, so reading one gives no access. */
const NOTICES = {
  'change-notice': {
    subject: 'Your e-mail address is about to change',
    text:
      'Somebody who is signed in to your Kitroom account has asked to use another e-mail address with it. ' +
      'It will replace this one once it is verified.',
    closing: 'If this was not you, set a new password now: this cancels the change and ends all sessions.',
  },
  'changed-notice': {
    subject: 'Your e-mail address was changed',
    text:
      'The e-mail address of your Kitroom account was replaced. ' +
      'Mails about the account are sent to the new one from now on.',
    closing:
      'If this was not you, contact the operator of this site: this address no longer gives access to the account.',
  },
  'password-notice': {
    subject: 'Your password was changed',
    text: 'The password of your Kitroom account was changed. Other browsers were signed out.',
    closing: RESET,
  },
  'reset-notice': {
    subject: 'Your password was changed',
    text:
      'A new password was set for your Kitroom account with the key of a mail. All browsers were signed out, ' +
      'and all tokens were deleted.',
    closing: RESET,
  },
  'factor-on-notice': {
    subject: 'Multi-factor sign-in is on',
    text: 'Signing in to your Kitroom account now requires a code from an authenticator app.',
    closing: FACTOR,
  },
  'factor-off-notice': {
    subject: 'Multi-factor sign-in is off',
    text: 'Signing in to your Kitroom account no longer requires a code. Other browsers were signed out.',
    closing: FACTOR,
  },
  'codes-notice': {
    subject: 'You have new recovery codes',
    text: 'New recovery codes were created for your Kitroom account. The old ones are no longer valid.',
    closing: FACTOR,
  },
  'link-notice': {
    subject: 'Another way to sign in was linked',
    text: 'A sign-in provider was linked to your Kitroom account, and can now be used to sign in.',
    closing: PROVIDER,
  },
  'unlink-notice': {
    subject: 'A way to sign in was unlinked',
    text: 'A sign-in provider was unlinked from your Kitroom account, and can no longer be used to sign in.',
    closing: FACTOR,
  },
  'sessions-notice': {
    subject: 'A browser was signed out of your account',
    text: 'Somebody who is signed in to your Kitroom account has ended other sessions.',
    closing: FACTOR,
  },
  'token-notice': {
    subject: 'Your API token was deleted',
    text: 'The API token of your Kitroom account was deleted: programs that use it are now rejected.',
    closing: FACTOR,
  },
  'tokens-notice': {
    subject: 'Your API tokens were deleted',
    text: 'All tokens of your Kitroom account were deleted: programs and apps that use them are now rejected.',
    closing: FACTOR,
  },
  'app-token-notice': {
    subject: 'An app token was created',
    text:
      'Somebody who is signed in to your Kitroom account has created an app token. An app that has it can ' +
      'use your collection without your password until the token expires or is deleted.',
    closing: RESET,
  },
  'app-token-deleted-notice': {
    subject: 'An app token was deleted',
    text:
      'Somebody who is signed in to your Kitroom account has deleted an app token: the app that used it is ' +
      'now rejected.',
    closing: RESET,
  },
  'wrong-codes-notice': {
    subject: 'Somebody is guessing your sign-in codes',
    text:
      'Too many wrong codes were entered for your Kitroom account. The person who entered them has passed the ' +
      'first step of signing in, usually with your password. No code is accepted for the next few minutes.',
    closing: 'If this was not you, set a new password now.',
  },
  'deletion-notice': {
    subject: 'Your account was deleted',
    text: 'Your Kitroom account was deleted with all its data. It cannot be restored.',
    closing: 'If this was not you, contact the operator of this site.',
  },
} as const satisfies Readonly<Record<string, Pick<Message, 'subject' | 'closing'> & { text: string }>>;

/** Mails without a key: a notice of a change of credentials, made or pending. */
export type NoticeKind = keyof typeof NOTICES;

export function writeNotice(kind: NoticeKind, username?: string): Message {
  const { subject, text, closing } = NOTICES[kind];
  return { username, subject, paragraphs: [text], closing };
}

export function isNotice(kind: string): kind is NoticeKind {
  return Object.hasOwn(NOTICES, kind);
}

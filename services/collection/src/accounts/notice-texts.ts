import type { NoticeKind } from '../mail/mail-queries.ts';
import type { Message } from '../mail/write-mail.ts';

const PROVIDER = 'If that was not you, set a new password, unlink it, and look at what else has changed.';
const FACTOR = 'If that was not you, set a new password now: that signs everybody out.';

/** What mails say that only tell of something. They bring no key: whoever reads one can do nothing with it. */
const NOTICES: Readonly<Record<NoticeKind, Pick<Message, 'subject' | 'closing'> & { text: string }>> = {
  'change-notice': {
    subject: 'Your e-mail address is about to change',
    text:
      'Somebody who is signed in to your Kitroom account has asked to use another e-mail address with it. ' +
      'It takes the place of this one once it is verified.',
    closing: 'If that was not you, set a new password now: that stops the change, and signs everybody out.',
  },
  'password-notice': {
    subject: 'Your password was changed',
    text: 'The password of your Kitroom account was changed. Other browsers were signed out.',
    closing: 'If that was not you, ask for a new password now, and have the token of your account deleted.',
  },
  'factor-on-notice': {
    subject: 'Multi-factor sign-in is on',
    text: 'Signing in to your Kitroom account takes a code of an authenticator app from now on.',
    closing: FACTOR,
  },
  'factor-off-notice': {
    subject: 'Multi-factor sign-in is off',
    text: 'Signing in to your Kitroom account takes no code any more. Other browsers were signed out.',
    closing: FACTOR,
  },
  'codes-notice': {
    subject: 'You have new recovery codes',
    text: 'New recovery codes were made for your Kitroom account. The old ones have ended.',
    closing: FACTOR,
  },
  'link-notice': {
    subject: 'Another way to sign in was linked',
    text: 'An account with a sign-in provider was linked to your Kitroom account, and opens it from now on.',
    closing: PROVIDER,
  },
  'unlink-notice': {
    subject: 'A way to sign in was unlinked',
    text: 'A sign-in provider was unlinked from your Kitroom account, and no longer opens it.',
    closing: FACTOR,
  },
};

/** The notice of this kind, as a message. */
export function writeNotice(kind: NoticeKind, username: string): Message {
  const { subject, text, closing } = NOTICES[kind];
  return { username, subject, paragraphs: [text], closing };
}

/** Whether mails of this kind only tell of something. */
export function isNotice(kind: string): kind is NoticeKind {
  return Object.hasOwn(NOTICES, kind);
}

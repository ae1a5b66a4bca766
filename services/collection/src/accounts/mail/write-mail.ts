import { join } from 'node:path';
import { Eta } from 'eta';
import type { Mail } from './open-mailer.ts';

/** What a mail says. */
export interface Message {
  /** One line, without anything that users have written. */
  subject: string;
  /** Undefined for an account that no longer exists. */
  username: string | undefined;
  paragraphs: readonly string[];
  /** Where the mail leads, and what is done there. */
  link?: string | undefined;
  action?: string;
  /** The same for those who have no link, or another front end. */
  key?: string | undefined;
  closing: string;
}

const views = join(import.meta.dirname, 'templates');
const options = { views, cache: true };
const html = new Eta(options);
const text = new Eta({ ...options, autoEscape: false });

/** Writes a message as a mail, as text and as HTML. */
export function writeMail(to: string, message: Message): Mail {
  return {
    to,
    subject: message.subject,
    text: text.render('./mail.txt.eta', message),
    html: html.render('./mail.html.eta', message),
  };
}

import { html } from '@kitroom/server/pages/html';
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

/** Writes a message as a mail, as text and as HTML. */
export function writeMail(to: string, message: Message): Mail {
  return { to, subject: message.subject, text: toText(message), html: toHtml(message) };
}

function toText({ username, paragraphs, link, key, closing }: Message): string {
  return [
    greet(username),
    ...paragraphs,
    ...(link ? [link] : []),
    ...(key ? [introduceKey(link), key] : []),
    `${closing}\n`,
  ].join('\n\n');
}

function toHtml({ subject, username, paragraphs, link, action, key, closing }: Message): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>${subject}</title>
      </head>
      <body style="font-family: sans-serif; line-height: 1.5; color: #222; max-width: 36em">
        <p>${greet(username)}</p>
        ${paragraphs.map((paragraph) => html`<p>${paragraph}</p>`)}
        ${link && html`<p><a href="${link}">${action}</a></p>`}
        ${
          key &&
          html`<p>${introduceKey(link)}</p>
            <p><code style="word-break: break-all">${key}</code></p>`
        }
        <p style="color: #555">${closing}</p>
      </body>
    </html>`.text;
}

function greet(username: string | undefined): string {
  return username ? `Hello ${username},` : 'Hello,';
}

function introduceKey(link: string | undefined): string {
  return `${link ? 'Or enter' : 'Enter'} this key where you are asked for one:`;
}

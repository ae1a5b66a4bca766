import { html } from '@kitroom/server/pages/html';
import type { Mail } from './open-mailer.ts';

export interface Message {
  /** One line, without user input. */
  subject: string;
  /** Undefined if the account no longer exists. */
  username: string | undefined;
  paragraphs: readonly string[];
  /** The mail's link and its label. */
  link?: string | undefined;
  action?: string;
  /** For entering the key without the link, or on another front end. */
  key?: string | undefined;
  closing: string;
}

/** Renders a message as text and HTML. */
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
  return `${link ? 'Or enter' : 'Enter'} this key when prompted:`;
}

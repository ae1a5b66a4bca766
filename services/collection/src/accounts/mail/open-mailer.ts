import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Config } from '../../config.ts';
import { MAIL_CONNECT_MS, MAIL_CONNECTIONS, MAIL_HEALTH_MS, MAIL_IDLE_MS } from '../../limits.ts';
import { readSender } from '../../variables/mail-variables.ts';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

export interface Mailer {
  /**
   * Resolves once a server has accepted the mail, with its response, or once the file is written, with its
   * path.
   */
  send(mail: Mail): Promise<string>;
  /**
   * Rejects if the server cannot be reached, or the folder cannot be written. Sends nothing and does not sign
   * in.
   */
  check(): Promise<void>;
  /** Rejects if mails cannot be sent: connects and signs in, or writes to the folder. Sends nothing. */
  verify(): Promise<void>;
  /** Closes connections. */
  close(): void;
}

/** The variables that a mailer needs. */
type MailConfig = Pick<Config, 'SMTP_URL' | 'MAIL_FROM' | 'MAIL_ROOT' | 'PUBLIC_URL'>;

/** Mails must not include the content of files or URLs. */
const SAFE = { disableFileAccess: true, disableUrlAccess: true };

/** Opens the configured transport: a server, or a folder of files. Connects when the first mail is sent. */
export function openMailer(config: MailConfig): Mailer {
  const from = readSender(config);
  return config.SMTP_URL === undefined
    ? openMailFolder(resolve(config.MAIL_ROOT), from)
    : openSmtp(config.SMTP_URL, from);
}

function openSmtp(url: string, from: string): Mailer {
  const transport = openOnce(async () => {
    const { createTransport } = await import('nodemailer');
    return createTransport({
      url,
      pool: true,
      maxConnections: MAIL_CONNECTIONS,
      connectionTimeout: MAIL_CONNECT_MS,
      greetingTimeout: MAIL_CONNECT_MS,
      socketTimeout: MAIL_IDLE_MS,
      ...SAFE,
    });
  });
  return {
    async send(mail) {
      const { response } = await (await transport.open()).sendMail(toMessage(mail, from));
      return response;
    },
    check: () => greetServer(url),
    async verify() {
      await (await transport.open()).verify();
    },
    close: transport.close,
  };
}

/** Connects without credentials, as servers lock out clients that sign in too often. */
async function greetServer(url: string): Promise<void> {
  const { createTransport } = await import('nodemailer');
  const address = new URL(url);
  address.username = '';
  address.password = '';
  const timeouts = { connectionTimeout: MAIL_HEALTH_MS, greetingTimeout: MAIL_HEALTH_MS };
  await createTransport({ url: address.href, ...timeouts, socketTimeout: MAIL_HEALTH_MS }).verify();
}

/** The files contain keys, so only the service's own user may read them. */
function openMailFolder(folder: string, from: string): Mailer {
  const composer = openOnce(async () => {
    const { createTransport } = await import('nodemailer');
    return createTransport({ streamTransport: true, buffer: true, newline: 'windows', ...SAFE });
  });
  const check = async () => {
    await rm(await writeHidden(folder, `check-${randomUUID()}`, Buffer.from('check')));
  };
  return {
    async send(mail) {
      const parts = { text: toRawPart('text/plain', mail.text), html: toRawPart('text/html', mail.html) };
      const { message } = await (await composer.open()).sendMail({ ...toMessage(mail, from), ...parts });
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 8)}.eml`;
      const incoming = await writeHidden(folder, name, message as Buffer);
      const path = join(folder, name);
      await rename(incoming, path);
      return path;
    },
    check,
    verify: check,
    close: composer.close,
  };
}

/** Keeps links intact for people who copy them from the file, as nodemailer itself encodes long lines. */
function toRawPart(type: string, content: string): { raw: string } {
  return { raw: `Content-Type: ${type}; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n${content}` };
}

/** Writes a file whose name starts with a dot, so that it is not taken for an e-mail; returns its path. */
async function writeHidden(folder: string, name: string, content: Buffer): Promise<string> {
  const path = join(folder, `.${name}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    await writeFile(path, content, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    // The write error is more useful than an error of the removal.
    await rm(path, { force: true }).catch(() => undefined);
    throw error;
  }
  return path;
}

/** Opens a transport on first use: few processes send mails, and loading the module takes 7 MB. */
function openOnce<Transport extends { close(): void }>(create: () => Promise<Transport>) {
  let opened: Promise<Transport> | undefined;
  return {
    open: () => (opened ??= create()),
    close: () => void opened?.then((transport) => transport.close()),
  };
}

/** Prevents an address from being parsed as several. */
function toMessage({ to, ...content }: Mail, from: string) {
  return {
    ...content,
    from,
    to: { name: '', address: to },
    // Suppresses vacation replies.
    headers: { 'Auto-Submitted': 'auto-generated' },
  };
}

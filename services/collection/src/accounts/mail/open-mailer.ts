import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Config } from '../../config.ts';
import { MAIL_CONNECT_MS, MAIL_CONNECTIONS, MAIL_IDLE_MS } from '../../limits.ts';
import { readSender } from '../../variables/mail-variables.ts';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

export interface Mailer {
  /** Resolves once a server has accepted the mail, or its file is written. */
  send(mail: Mail): Promise<void>;
  /** Closes connections. */
  close(): void;
}

/** Mails must not include the content of files or URLs. */
const SAFE = { disableFileAccess: true, disableUrlAccess: true };

/** Opens the configured transport: a server, or a folder of files. Connects when the first mail is sent. */
export function openMailer(config: Config): Mailer {
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
      await (await transport.open()).sendMail(toMessage(mail, from));
    },
    close: transport.close,
  };
}

/** The files contain keys: only the service's own user may read them. */
function openMailFolder(folder: string, from: string): Mailer {
  const composer = openOnce(async () => {
    const { createTransport } = await import('nodemailer');
    return createTransport({ streamTransport: true, buffer: true, ...SAFE });
  });
  return {
    async send(mail) {
      const { message } = await (await composer.open()).sendMail(toMessage(mail, from));
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 8)}.eml`;
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const incoming = join(folder, `.${name}`);
      await writeFile(incoming, message as Buffer, { mode: 0o600, flag: 'wx' });
      await rename(incoming, join(folder, name));
    },
    close: composer.close,
  };
}

/** Opens a transport for the first mail: few processes send any, and loading the module takes 7 MB. */
function openOnce<Transport extends { close(): void }>(create: () => Promise<Transport>) {
  let opened: Promise<Transport> | undefined;
  return {
    open: () => (opened ??= create()),
    close: () => void opened?.then((transport) => transport.close()),
  };
}

/** Prevents an address from being parsed as several. */
function toMessage({ to, ...rest }: Mail, from: string) {
  return {
    ...rest,
    from,
    to: { name: '', address: to },
    // Suppresses vacation replies.
    headers: { 'Auto-Submitted': 'auto-generated' },
  };
}

import { expect } from '@jest/globals';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { eventually } from '@kitroom/testing/eventually';

/** A received e-mail. */
export interface ReceivedMail {
  /** The recipients of the SMTP envelope. */
  recipients: string[];
  from: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The key in the text. */
  key: string;
  /** The link in the text. */
  link: string | undefined;
  raw: string;
}

/** An SMTP server that keeps all received e-mails. */
export interface MailServer {
  url: string;
  mails: ReceivedMail[];
  /** Waits for at least `count` e-mails to an address; returns all of them. */
  mailsTo(address: string, count?: number): Promise<ReceivedMail[]>;
  /** Waits for at least `count` e-mails to an address; returns the last one. */
  lastMailTo(address: string, count?: number): Promise<ReceivedMail>;
  /** Rejects further recipients with this SMTP status, or accepts them if undefined. */
  refuse(status: number | undefined): void;
  close(): Promise<void>;
}

/** Starts a server on this port, by default a free one; by default without authentication and TLS. */
export async function startMailServer(port = 0, options: SMTPServerOptions = {}): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  let refusal: number | undefined;
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    ...options,
    onRcptTo(_address, _session, done) {
      if (refusal === undefined) done();
      else done(Object.assign(new Error('not here'), { responseCode: refusal }));
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        mails.push({ recipients, ...readMail(Buffer.concat(chunks).toString()) });
        done();
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve);
  });
  const { port: used } = server.server.address() as { port: number };

  async function mailsTo(address: string, count = 1): Promise<ReceivedMail[]> {
    const findMails = () => mails.filter(({ recipients }) => recipients.includes(address));
    await eventually(async () => expect(findMails().length).toBeGreaterThanOrEqual(count));
    return findMails();
  }

  return {
    url: `${options.secure ? 'smtps' : 'smtp'}://127.0.0.1:${used}`,
    mails,
    mailsTo,
    lastMailTo: async (address, count = 1) => {
      const last = (await mailsTo(address, count)).at(-1);
      if (!last) throw new Error('there is no mail');
      return last;
    },
    refuse: (status) => (refusal = status),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
      }),
  };
}

/** Parses an e-mail with two parts, text and HTML. */
export function readMail(raw: string): Omit<ReceivedMail, 'recipients'> {
  const { headers, body } = splitHeaders(raw);
  const boundary = /boundary="([^"]+)"/.exec(headers)?.[1] ?? '';
  const parts = body.split(`--${boundary}`).map((part) => splitHeaders(part.trimStart()));
  const textOf = (type: string) => {
    const part = parts.find((candidate) => candidate.headers.includes(`Content-Type: ${type}`));
    return part ? decode(part.body, /Content-Transfer-Encoding: (\S+)/.exec(part.headers)?.[1] ?? '') : '';
  };
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(headers)?.[1] ?? '';
  const text = textOf('text/plain');
  return {
    from: header('From'),
    to: header('To'),
    subject: header('Subject'),
    text,
    html: textOf('text/html'),
    key: /^[\w-]{43}$/m.exec(text)?.[0] ?? '',
    link: /^https?:\/\/\S+$/m.exec(text)?.[0],
    raw,
  };
}

function splitHeaders(text: string): { headers: string; body: string } {
  const normal = text.replaceAll('\r\n', '\n');
  const end = normal.indexOf('\n\n');
  // Indented lines continue a header.
  return { headers: normal.slice(0, end).replaceAll(/\n[ \t]+/g, ' '), body: normal.slice(end + 2) };
}

function decode(text: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(text, 'base64').toString();
  if (encoding !== 'quoted-printable') return text;
  const bytes = text
    .replaceAll('=\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_match, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}

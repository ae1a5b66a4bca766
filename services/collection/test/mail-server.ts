import { expect } from '@jest/globals';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { eventually } from '@kitroom/testing/eventually';

/** A mail as it arrived. */
export interface ReceivedMail {
  /** Whom the server was told to bring it to. */
  recipients: string[];
  from: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The key that the text brings. */
  key: string;
  /** The link of the text. */
  link: string | undefined;
  raw: string;
}

/** An SMTP server that keeps what it gets. */
export interface MailServer {
  url: string;
  mails: ReceivedMail[];
  /** The mails to an address, once there are so many. */
  mailsTo(address: string, count?: number): Promise<ReceivedMail[]>;
  /** The last mail to an address, once there are so many. */
  lastMailTo(address: string, count?: number): Promise<ReceivedMail>;
  /** Refuses recipients with this status from now on; none for undefined. */
  refuse(status: number | undefined): void;
  close(): Promise<void>;
}

/** Starts a server on a free port, or on this one; without sign-in and TLS, unless the options differ. */
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
    const found = () => mails.filter(({ recipients }) => recipients.includes(address));
    await eventually(async () => expect(found().length).toBeGreaterThanOrEqual(count));
    return found();
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

/** Reads a mail of two parts, text and HTML. */
export function readMail(raw: string): Omit<ReceivedMail, 'recipients'> {
  const { headers, body } = splitHeaders(raw);
  const boundary = /boundary="([^"]+)"/.exec(headers)?.[1] ?? '';
  const parts = body.split(`--${boundary}`).map((part) => splitHeaders(part.trimStart()));
  const textOf = (type: string) => {
    const part = parts.find((each) => each.headers.includes(`Content-Type: ${type}`));
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
  // A header goes on where the next line is indented.
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

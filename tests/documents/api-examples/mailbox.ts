import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '@kitroom/testing/eventually';

const MINUTE = 60_000;

/** Reads the messages that a collection service writes to a folder. */
export interface Mailbox {
  /** Waits for the next message to an address with this subject, and returns the key in it. */
  nextKey(address: string, subject: string): Promise<string>;
}

/** Opens the folder in which a collection service without a mail server stores messages. */
export function openMailbox(folder: string): Mailbox {
  const read = new Set<string>();
  const keys = new Map<string, string[]>();

  function look(): void {
    if (!existsSync(folder)) return;
    for (const name of readdirSync(folder).filter((file) => file.endsWith('.eml') && !read.has(file))) {
      read.add(name);
      const mail = readFileSync(join(folder, name), 'utf8');
      const to = /^To: <?([^\s>]+)/m.exec(mail)?.[1] ?? '';
      const subject = /^Subject: (.*?)\r?$/m.exec(mail)?.[1] ?? '';
      const kind = `${to} ${subject}`;
      const key = /^[\w-]{43}(?=\r?$)/m.exec(mail)?.[0];
      if (key) keys.set(kind, [...(keys.get(kind) ?? []), key]);
    }
  }

  return {
    async nextKey(address, subject) {
      let key: string | undefined;
      await eventually(async () => {
        look();
        key = keys.get(`${address} ${subject}`)?.shift();
        if (key === undefined) throw new Error(`no message “${subject}” was sent to ${address}`);
      }, MINUTE);
      return key ?? '';
    },
  };
}

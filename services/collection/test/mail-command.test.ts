import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { runCommandLine } from '@kitroom/server/process/command-line';
import { captureOutput } from '@kitroom/testing/captured-output';
import { useService } from '@kitroom/testing/use-service';
import { createCollectionCommands } from '../src/commands.ts';
import { readMail, startMailServer } from './mail-server.ts';

const ANNA = 'anna@example.org';
const folder = mkdtempSync(join(tmpdir(), 'kitroom-mail-'));
afterAll(() => rmSync(folder, { recursive: true }));
const server = useService(() => startMailServer());

function sendTest(env: Record<string, string>, args = [ANNA]) {
  const DATABASE_URL = 'postgres://nobody@127.0.0.1:1/none';
  return captureOutput(() => runCommandLine(createCollectionCommands(), ['mail', 'test', ...args]), {
    env: { DATABASE_URL, MAIL_ROOT: join(folder, 'mail'), ...env },
  });
}

describe('collection mail test', () => {
  it("sends one e-mail and prints the server's response", async () => {
    const { status, stdout, stderr } = await sendTest({
      SMTP_URL: server.url,
      MAIL_FROM: 'Kits <kits@example.org>',
    });
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^250 [^\n]+\n$/);
    expect(server.mails).toEqual([
      expect.objectContaining({ recipients: [ANNA], from: 'Kits <kits@example.org>' }),
    ]);
  });

  it('prints where the e-mail was written if there is no mail server', async () => {
    const { status, stdout } = await sendTest({});
    const [, path = ''] = /^SMTP_URL is not set: the e-mail is in (\/\S+\.eml)\n$/.exec(stdout) ?? [];
    expect(status).toBe(0);
    expect(readMail(readFileSync(path, 'utf8'))).toMatchObject({ to: ANNA, text: expect.any(String) });
  });

  it.each([
    ['the server rejects the recipient', () => ({ SMTP_URL: server.url }), /not here/],
    [
      'the server is unreachable',
      () => ({ SMTP_URL: 'smtp://kits:geheim@127.0.0.1:1' }),
      /connect ECONNREFUSED/,
    ],
    ['MAIL_ROOT cannot be written', () => ({ MAIL_ROOT: join(folder, 'a-file', 'mail') }), /ENOTDIR/],
    [
      'an environment variable is invalid',
      () => ({ MAIL_FROM: 'nobody' }),
      /MAIL_FROM is "nobody": expected/,
    ],
  ])('exits with 1 and one line on standard error if %s', async (_what, env, reason) => {
    writeFileSync(join(folder, 'a-file'), '');
    server.refuse(550);
    const { status, stdout, stderr } = await sendTest(env());
    server.refuse(undefined);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^collection: [^\n]+\n$/);
    expect(stderr).toMatch(reason);
    expect(stderr).not.toContain('geheim');
  });

  it.each([[[]], [['no address']], [['a@example.org', 'b@example.org']]])(
    'exits with 2 for invalid arguments: %j',
    async (args) => {
      const { status, stdout } = await sendTest({}, args);
      expect([status, stdout]).toEqual([2, '']);
    },
  );
});

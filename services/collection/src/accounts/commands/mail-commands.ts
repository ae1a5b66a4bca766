import type { Command } from 'commander';
import { emailField } from '@kitroom/collection-client';
import { describeWithoutSecrets, listSecrets } from '@kitroom/server/process/check';
import { OperatorError } from '@kitroom/server/process/process';
import { readCollectionConfig, variables } from '../../config.ts';
import { openMailer } from '../mail/open-mailer.ts';
import { writeMail } from '../mail/write-mail.ts';
import { readAs } from './read-argument.ts';

const MESSAGE = {
  subject: 'A test of outgoing e-mail',
  username: undefined,
  paragraphs: ['The collection service can send e-mails: this is the one that its operator has requested.'],
  closing: 'If you did not expect it, ignore it.',
};

/** `collection mail …` */
export function addMailCommands(program: Command): void {
  const mail = program.command('mail').description('outgoing e-mail: test');
  mail
    .command('test')
    .description("send one e-mail and print the server's response")
    .argument('<address>', 'the recipient', readAs(emailField))
    .action(sendTestMail);
}

async function sendTestMail(address: string): Promise<void> {
  const config = readCollectionConfig(process.env);
  const mailer = openMailer(config);
  try {
    const result = await mailer.send(writeMail(address, MESSAGE));
    const line = config.SMTP_URL === undefined ? `SMTP_URL is not set: the e-mail is in ${result}` : result;
    process.stdout.write(`${line.replaceAll(/\s+/g, ' ')}\n`);
  } catch (error) {
    throw new OperatorError(describeWithoutSecrets(error, listSecrets(variables, process.env)));
  } finally {
    mailer.close();
  }
}

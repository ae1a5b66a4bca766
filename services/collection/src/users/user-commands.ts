import { InvalidArgumentError, type Command } from 'commander';
import { readPassword } from '@kitroom/server/passwords/read-password';
import { z } from 'zod';
import { readCollectionConfig } from '../config.ts';
import { toFieldErrors } from '../invalid-input.ts';
import { withDatabase } from '../operator-database.ts';
import { createUser } from './create-user.ts';
import { nameField, usernameField } from '@kitroom/collection-client';

const EMAIL_MAX = 254;
const emailField = z.email().max(EMAIL_MAX);

interface CreateOptions {
  username: string;
  email: string;
  name: string;
  password?: string;
  verified: boolean;
  staff: boolean;
}

/** `collection users …` */
export function addUserCommands(program: Command): void {
  const users = program.command('users').description('users: create');
  users
    .command('create')
    .description('create a user')
    .requiredOption('--username <username>', 'letters, digits and @.+-_', readAs(usernameField))
    .requiredOption('--email <email>', 'the e-mail address', readAs(emailField))
    .option('--name <name>', 'the full name', readAs(nameField), '')
    .option('--password <password>', 'asked for, or read from standard input, where it is left out')
    .option('--verified', 'the e-mail address needs no verification', false)
    .option('--staff', 'an operator', false)
    .action(async ({ verified, staff, password, ...wish }: CreateOptions) => {
      const config = readCollectionConfig(process.env);
      const secret = password ?? (await readPassword('--password, or a line on standard input'));
      const user = await withDatabase(config, (db) =>
        createUser(db, { ...wish, password: secret, isVerified: verified, isStaff: staff }),
      );
      process.stderr.write(`Created user ${user.username} with id ${user.id}.\n`);
    });
}

function readAs(field: z.ZodType<string>): (text: string) => string {
  return (text) => {
    const result = field.safeParse(text, { reportInput: true });
    if (result.success) return result.data;
    throw new InvalidArgumentError(Object.values(toFieldErrors(result.error.issues)).flat().join(' '));
  };
}

import type { Command } from 'commander';
import { emailField, nameField, usernameField } from '@kitroom/collection-client';
import { readPassword } from '@kitroom/server/process/command-line';
import { readCollectionConfig } from '../../config.ts';
import { listAllUsers, type ListedUserRow } from '../users/user-queries.ts';
import { createUser, getUserByName, setUserPassword, withDatabase } from './operator-users.ts';
import { readAs } from './read-argument.ts';

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
  const users = program.command('users').description('users: create, list, set-password');
  users
    .command('create')
    .description('create a user')
    .requiredOption('--username <username>', 'letters, digits and @.+-_', readAs(usernameField))
    .requiredOption('--email <email>', 'the e-mail address', readAs(emailField))
    .option('--name <name>', 'the full name', readAs(nameField), '')
    .option('--password <password>', 'default: prompted for, or read from standard input')
    .option('--verified', 'mark the e-mail address as verified', false)
    .option('--staff', 'an operator', false)
    .action(async ({ verified, staff, password, ...options }: CreateOptions) => {
      const config = readCollectionConfig(process.env);
      const secret = password ?? (await readPassword('--password, or a line on standard input'));
      const newUser = { ...options, password: secret, isVerified: verified, isStaff: staff };
      const user = await withDatabase((db) => createUser(db, newUser), config);
      process.stderr.write(`Created user ${user.username} with id ${user.id}.\n`);
    });
  users
    .command('list')
    .description('list users with their state')
    .action(async () => {
      const rows = await withDatabase(listAllUsers);
      for (const row of rows) process.stdout.write(`${describeUser(row)}\n`);
    });
  users
    .command('set-password')
    .description(
      "set a user's password (prompted for, or read from standard input) and end the user's sessions",
    )
    .argument('<username>', 'whose password')
    .action(async (username: string) => {
      const user = await withDatabase(async (db) => {
        const row = await getUserByName(db, username);
        await setUserPassword(db, row, await readPassword());
        return row;
      });
      const { username: name } = user;
      process.stderr.write(
        `Set the password of ${name} and ended all sessions. A token remains valid: "tokens delete ${name}" deletes it.\n`,
      );
    });
}

function describeUser(user: ListedUserRow): string {
  const states = [
    user.is_active ? 'active' : 'blocked',
    user.email_verified_at === null && 'unverified',
    user.is_staff && 'staff',
    user.is_private && 'private',
    user.has_second_factor && 'second factor',
    !user.has_password && 'no password',
    user.has_token && 'token',
  ].filter((state) => state !== false);
  const created = `created ${user.created_at.toISOString()}`;
  return [user.id, user.username, user.email, states.join(', '), created].join('\t');
}

import type { Database } from '@kitroom/server/database';
import { OperatorError } from '@kitroom/server/process';
import type { Command } from 'commander';
import { readCollectionConfig } from '../config.ts';
import { withDatabase } from '../operator-database.ts';
import { findUser, type UserRow } from '../users/user-queries.ts';
import { issueToken } from './issue-token.ts';
import { deleteToken } from './token-queries.ts';

/** `collection tokens …` */
export function addTokenCommands(program: Command): void {
  const tokens = program.command('tokens').description("users' tokens: show, delete");
  tokens
    .command('show')
    .description("print a user's token, which is made if there is none yet")
    .argument('<username>', 'whose token')
    .action(async (username: string) => {
      const config = readCollectionConfig(process.env);
      const { SECRET_KEY: secretKey } = config;
      if (secretKey === undefined) {
        throw new OperatorError('SECRET_KEY is required: it must be the one that the service runs with');
      }
      const token = await withDatabase(config, async (db) =>
        issueToken(db, secretKey, (await getUser(db, username)).id),
      );
      process.stdout.write(`${token}\n`);
    });
  tokens
    .command('delete')
    .description("delete a user's token, which ends it at once; the next one is another")
    .argument('<username>', 'whose token')
    .action(async (username: string) => {
      const isDeleted = await withDatabase(readCollectionConfig(process.env), async (db) =>
        deleteToken(db, (await getUser(db, username)).id),
      );
      process.stderr.write(isDeleted ? `Deleted the token of ${username}.\n` : `${username} has no token.\n`);
    });
}

async function getUser(db: Database, username: string): Promise<UserRow> {
  const user = await findUser(db, username);
  if (!user) throw new OperatorError(`There is no user ${JSON.stringify(username)}.`);
  return user;
}

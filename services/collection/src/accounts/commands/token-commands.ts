import type { Command } from 'commander';
import { OperatorError } from '@kitroom/server/process/process';
import { readCollectionConfig } from '../../config.ts';
import { readSecretKeys } from '../../secrets/sealed-secret.ts';
import { readToken } from '../tokens/issue-token.ts';
import { deleteToken } from '../tokens/token-queries.ts';
import { getUserByName, withDatabase } from './operator-users.ts';

/** `collection tokens …` */
export function addTokenCommands(program: Command): void {
  const tokens = program.command('tokens').description("users' tokens: show, delete");
  tokens
    .command('show')
    .description("print a user's token, created if missing")
    .argument('<username>', 'whose token')
    .action(async (username: string) => {
      const config = readCollectionConfig(process.env);
      const keys = readSecretKeys(config);
      if (!keys) {
        throw new OperatorError('SECRET_KEY is required, with the value that the service uses');
      }
      const token = await withDatabase(
        async (db) => readToken(db, keys, (await getUserByName(db, username)).id),
        config,
      );
      if (token === undefined) throw new OperatorError(madeWithAnotherKey(username));
      process.stdout.write(`${token}\n`);
    });
  tokens
    .command('delete')
    .description("delete a user's token, effective immediately; the next one will differ")
    .argument('<username>', 'whose token')
    .action(async (username: string) => {
      const deleted = await withDatabase(async (db) =>
        deleteToken(db, (await getUserByName(db, username)).id),
      );
      process.stderr.write(deleted ? `Deleted the token of ${username}.\n` : `${username} has no token.\n`);
    });
}

function madeWithAnotherKey(username: string): string {
  return (
    `the token of ${username} was made with another SECRET_KEY, and was not changed: set SECRET_KEY to the key that ` +
    `the service runs with, or delete the token with "tokens delete ${username}"`
  );
}

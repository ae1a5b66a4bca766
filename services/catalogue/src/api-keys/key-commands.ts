import { InvalidArgumentError, type Command } from 'commander';
import { toInteger } from '@kitroom/server/pages/read-number';
import { OperatorError } from '@kitroom/server/process/process';
import { withDatabase } from '../catalogue-database.ts';
import { listApiKeys, revokeApiKey, type ApiKeyRow } from './api-key-queries.ts';
import {
  createApiKey,
  InvalidKeyOption,
  readKeyExpiry,
  readKeyLimit,
  readKeyName,
} from './create-api-key.ts';

interface CreateOptions {
  name: string;
  expires?: Date;
  rateLimit?: number | 'none';
}

/** Adds `catalogue keys …`. */
export function addKeyCommands(program: Command): void {
  const keys = program.command('keys').description('API keys: create, list, revoke');
  keys
    .command('create')
    .description('create a key and print it; it cannot be shown again')
    .requiredOption('--name <name>', 'owner of the key', argument(readKeyName))
    .option(
      '--expires <date>',
      'the last day, in UTC (2027-01-31), or a date and time',
      argument(readKeyExpiry),
    )
    .option('--rate-limit <requests>', "requests per window, or 'none'", argument(readKeyLimit))
    .action(async ({ name, expires, rateLimit }: CreateOptions) => {
      const options = { name, expiresAt: expires ?? null, rateLimit: rateLimit ?? null };
      const key = await withDatabase((db) => createApiKey(db, options));
      process.stdout.write(`${key}\n`);
    });
  keys
    .command('list')
    .description('list the keys, without their values')
    .action(async () => {
      for (const key of await withDatabase(listApiKeys)) process.stdout.write(`${describeKey(key)}\n`);
    });
  keys
    .command('revoke')
    .description('revoke a key immediately')
    .argument('<id>', "the key's number in the list", readId)
    .action(async (id: number) => {
      if (!(await withDatabase((db) => revokeApiKey(db, id)))) {
        throw new OperatorError(`There is no key ${id} that could be revoked; "keys list" shows them.`);
      }
      process.stderr.write(`Revoked key ${id}.\n`);
    });
}

/** Converts errors to those that commander expects from a parser. */
function argument<T>(read: (text: string) => T): (text: string) => T {
  return (text) => {
    try {
      return read(text);
    } catch (error) {
      throw error instanceof InvalidKeyOption ? new InvalidArgumentError(error.message) : error;
    }
  };
}

function readId(text: string): number {
  const id = toInteger(text);
  if (id !== undefined) return id;
  throw new InvalidArgumentError('A key has a number, such as 7.');
}

function describeKey(key: ApiKeyRow): string {
  const limit = key.is_unlimited ? 'no limit' : `${key.rate_limit ?? 'default'} requests per window`;
  const expiry = key.expires_at ? `expires ${key.expires_at.toISOString()}` : 'never expires';
  const state = key.revoked_at ? `revoked ${key.revoked_at.toISOString()}` : expiry;
  return `${key.id}\t${key.name}\tcreated ${key.created_at.toISOString()}\t${state}\t${limit}`;
}

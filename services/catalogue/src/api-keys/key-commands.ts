import { InvalidArgumentError, type Command } from 'commander';
import { OperatorError } from '@kitroom/server/process';
import { openDatabase, type Database } from '@kitroom/server/database';
import { readCatalogueConfig } from '../config.ts';
import { databaseOptions } from '../context.ts';
import { listApiKeys, revokeApiKey, type ApiKeyRow } from './api-key-queries.ts';
import { createApiKey } from './create-api-key.ts';

const NAME_MAX = 100;
const INTEGER_MAX = 2_147_483_647;

interface CreateOptions {
  name: string;
  expires?: Date;
  rateLimit?: number | 'none';
}

/** `catalogue keys …` */
export function addKeyCommands(program: Command): void {
  const keys = program.command('keys').description('API keys: create, list, revoke');
  keys
    .command('create')
    .description('create a key and print it, this once')
    .requiredOption('--name <name>', 'whose key it is', readName)
    .option('--expires <date>', 'the last day, in UTC (2027-01-31), or a date and time', readExpiry)
    .option('--rate-limit <requests>', "requests per window, or 'none'", readRateLimit)
    .action(async ({ name, expires, rateLimit }: CreateOptions) => {
      const wish = { name, expiresAt: expires ?? null, rateLimit: rateLimit ?? null };
      const key = await withDatabase((db) => createApiKey(db, wish));
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
    .description('revoke a key at once')
    .argument('<id>', "the key's number in the list", readId)
    .action(async (id: number) => {
      if (!(await withDatabase((db) => revokeApiKey(db, id)))) {
        throw new OperatorError(`There is no key ${id} that could be revoked; "keys list" shows them.`);
      }
      process.stderr.write(`Revoked key ${id}.\n`);
    });
}

async function withDatabase<T>(use: (db: Database) => Promise<T>): Promise<T> {
  const db = openDatabase(databaseOptions(readCatalogueConfig(process.env)));
  try {
    return await use(db);
  } finally {
    await db.destroy();
  }
}

function readName(text: string): string {
  const name = text.trim();
  if (name !== '' && name.length <= NAME_MAX && !name.includes('\0')) return name;
  throw new InvalidArgumentError(`A name has 1 to ${NAME_MAX} characters.`);
}

function readId(text: string): number {
  const id = Number(text);
  if (/^\d{1,10}$/.test(text) && id >= 1 && id <= INTEGER_MAX) return id;
  throw new InvalidArgumentError('A key has a number, such as 7.');
}

function readRateLimit(text: string): number | 'none' {
  if (text === 'none') return text;
  const limit = Number(text);
  if (/^\d{1,10}$/.test(text) && limit >= 1 && limit <= INTEGER_MAX) return limit;
  throw new InvalidArgumentError("A positive integer or 'none' is allowed.");
}

/** A date alone means its end. */
function readExpiry(text: string): Date {
  const isDate = /^\d{4}-\d{2}-\d{2}$/.test(text);
  const isDateTime = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:?\d{2})?$/.test(
    text,
  );
  const hasZone = /(Z|[+-]\d{2}:?\d{2})$/.test(text.slice(10));
  const date = new Date(isDate ? `${text}T23:59:59.999Z` : `${text.replace(' ', 'T')}${hasZone ? '' : 'Z'}`);
  // Date moves 2027-02-30 to March; such a day is a mistake.
  const isReal = !Number.isNaN(date.getTime()) && (!isDate || date.toISOString().startsWith(text));
  if ((isDate || isDateTime) && isReal) return date;
  throw new InvalidArgumentError('A date such as 2027-01-31, or 2027-01-31T12:00:00Z, is allowed.');
}

function describeKey(key: ApiKeyRow): string {
  const limit = key.is_unlimited ? 'no limit' : `${key.rate_limit ?? 'default'} requests per window`;
  const expiry = key.expires_at ? `expires ${key.expires_at.toISOString()}` : 'never expires';
  const state = key.revoked_at ? `revoked ${key.revoked_at.toISOString()}` : expiry;
  return `${key.id}\t${key.name}\tcreated ${key.created_at.toISOString()}\t${state}\t${limit}`;
}

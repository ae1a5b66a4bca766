import { existsSync, readFileSync } from 'node:fs';
import { writeSecret } from './postgres-cluster.ts';
import { queryOnce } from './query-once.ts';
import { runCommand, type StackCommand } from './stack-commands.ts';

/**
 * The API key with which the collection service calls the catalogue: without a limit, as it would otherwise share
 * one with everybody who calls the catalogue from this machine. Answers the environment's, else the one that is kept
 * in the file; one that the catalogue does not know (any more) is replaced.
 */
export async function ensureCatalogueKey(
  commands: Pick<StackCommand, 'main' | 'env' | 'cwd' | 'stop'>,
  file: string,
  databaseUrl: string,
): Promise<string> {
  const { CATALOGUE_API_KEY: chosen } = commands.env;
  if (chosen) return chosen;
  const kept = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
  if (kept !== '' && (await isValid(databaseUrl, kept))) return kept;
  const args = ['keys', 'create', '--name', 'collection', '--rate-limit', 'none'];
  const title = 'creating the collection’s API key';
  const key = (await runCommand({ ...commands, title, args })).trim();
  writeSecret(file, key);
  return key;
}

// With API keys off, the catalogue itself would not tell: it ignores a wrong one.
async function isValid(databaseUrl: string, key: string): Promise<boolean> {
  const rows = await queryOnce(
    databaseUrl,
    `select 1 from api_keys
     where key_hash = sha256($1::bytea) and revoked_at is null and (expires_at is null or expires_at > now())`,
    [Buffer.from(key)],
  );
  return rows.length > 0;
}

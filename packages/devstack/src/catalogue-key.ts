import { existsSync, readFileSync } from 'node:fs';
import { writeSecret } from './postgres-cluster.ts';
import { queryOnce } from './query-once.ts';
import { runCommand, type StackCommand } from './stack-commands.ts';

/**
 * The API key with which the collection service calls the catalogue. It has no rate limit, because requests would
 * otherwise count together with other local clients. Returns the environment's key, else the one stored in the file,
 * which is replaced if the catalogue does not know it.
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

// With API keys turned off, the catalogue ignores invalid ones.
async function isValid(databaseUrl: string, key: string): Promise<boolean> {
  const rows = await queryOnce(
    databaseUrl,
    `select 1 from api_keys
     where key_hash = sha256($1::bytea) and revoked_at is null and (expires_at is null or expires_at > now())`,
    [Buffer.from(key)],
  );
  return rows.length > 0;
}

import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { CatalogueError } from '@kitroom/catalogue-client';
import { isSet, listSecrets, type CheckPlan } from '@kitroom/server/process/check';
import { readConfig } from '@kitroom/server/process/config';
import { OperatorError } from '@kitroom/server/process/process';
import { listCommonSteps } from '@kitroom/server/service/check-steps';
import { openMailer } from './accounts/mail/open-mailer.ts';
import { openSocialProviders, SocialRefusal } from './accounts/social/providers.ts';
import { openCatalogue, REFUSED_SERVICE } from './catalogue/open-catalogue.ts';
import { checkStandby } from './check-standby.ts';
import { readCollectionConfig, variables } from './config.ts';
import { databaseOptions, MIGRATIONS } from './database.ts';
import { openStorage } from './storage/open-storage.ts';
import { IMPORT_FOLDER, newKey, type Storage } from './storage/storage.ts';
import { mailVariables } from './variables/mail-variables.ts';
import { listProviders, readClientSecret, readOidcSettings } from './variables/social-variables.ts';
import { storageVariables } from './variables/storage-variables.ts';

/**
 * The steps of `collection check`. Each reads only the variables that it needs, as the others may be invalid.
 */
export function planCheck(env: NodeJS.ProcessEnv): CheckPlan {
  const common = listCommonSteps(env, { options: databaseOptions, migrations: MIGRATIONS });
  const providers = listProviders(env);
  const steps = [
    { name: 'variables', run: async () => readCollectionConfig(env) },
    ...common.first,
    ...(isSet(env, 'DATABASE_READ_URL') ? [{ name: 'standby', run: () => checkStandby(env) }] : []),
    { name: 'storage', run: () => checkStorage(env) },
    ...(isSet(env, 'SMTP_URL') ? [{ name: 'mail', run: () => checkMail(env) }] : []),
    { name: 'catalogue', run: () => checkCatalogue(env) },
    ...providers.map((name) => ({
      name: `oidc ${name.toLowerCase()}`,
      run: () => checkProvider(env, name),
    })),
    common.last,
  ];
  const clientSecrets = providers.flatMap((name) => readClientSecret(env, name).value ?? []);
  return { steps, secrets: [...listSecrets(variables, env), ...clientSecrets] };
}

async function checkStorage(env: NodeJS.ProcessEnv): Promise<void> {
  const storage = openStorage(readConfig(z.object(storageVariables), env));
  const folder = await mkdtemp(join(tmpdir(), 'kitroom-check-'));
  try {
    await storeAndRemove(storage, join(folder, 'check.txt'));
    await storage.check();
  } finally {
    await rm(folder, { recursive: true, force: true });
    storage.close();
  }
}

async function storeAndRemove(storage: Storage, path: string): Promise<void> {
  const content = randomUUID();
  await writeFile(path, content);
  const key = newKey(IMPORT_FOLDER, 'txt');
  await storage.put(key, path);
  try {
    if ((await storage.load(key)).toString() !== content)
      throw new OperatorError('the storage returns other content than what was written');
  } finally {
    await storage.remove([key]);
  }
}

async function checkMail(env: NodeJS.ProcessEnv): Promise<void> {
  const { PUBLIC_URL } = variables.shape;
  const mailer = openMailer(readConfig(z.object({ ...mailVariables, PUBLIC_URL }), env));
  try {
    await mailer.verify();
  } finally {
    mailer.close();
  }
}

async function checkCatalogue(env: NodeJS.ProcessEnv): Promise<void> {
  const { CATALOGUE_URL, CATALOGUE_API_KEY } = variables.shape;
  const catalogue = openCatalogue(readConfig(z.object({ CATALOGUE_URL, CATALOGUE_API_KEY }), env));
  try {
    // Unlike the health report, this list requires the key.
    await catalogue.designs({ retries: 0 });
  } catch (error) {
    const isRefused = error instanceof CatalogueError && (error.status === 401 || error.status === 403);
    throw isRefused ? new OperatorError(REFUSED_SERVICE, { cause: error }) : error;
  }
}

async function checkProvider(env: NodeJS.ProcessEnv, name: string): Promise<void> {
  const [provider] = openSocialProviders(readOidcSettings(env, [name])).values();
  try {
    await provider?.connect();
  } catch (error) {
    // The message of a SocialRefusal is written for people who sign in; its cause explains the failure.
    throw error instanceof SocialRefusal && error.cause ? error.cause : error;
  }
}

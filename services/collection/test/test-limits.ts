import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Limits } from '@kitroom/collection-client';
import type { ApiResponse, TestCollection } from './test-collection.ts';
import { listFiles, type Photographer } from './test-photos.ts';

/** Sets a user's limits: null for the service's default, Infinity for no limit. */
export async function limitUser(
  { db }: Pick<TestCollection, 'db'>,
  { id }: { id: number },
  limits: { items_max?: number | null; storage_max?: number | null },
): Promise<void> {
  await db('users').where({ id }).update(limits);
}

/** A user's usage and limits. */
export async function usageOf({ get }: Pick<Photographer, 'get'>): Promise<NonNullable<Limits['usage']>> {
  return (await get('/api/limits/')).body.usage;
}

/** The total size of all files in the storage, or of those that match. */
export async function totalFileSize(
  collection: Pick<TestCollection, 'mediaRoot'>,
  isMeant: (file: string) => boolean = () => true,
): Promise<number> {
  const files = (await listFiles(collection)).filter(isMeant);
  const sizes = await Promise.all(files.map((file) => stat(join(collection.mediaRoot, file))));
  return sizes.reduce((sum, { size }) => sum + size, 0);
}

/** Number of responses by status; a 400 is counted by its fields. */
export function countOutcomes(responses: readonly ApiResponse[]): Record<string, number> {
  const names = responses.map(({ status, body }) =>
    status === 400 ? `400 ${Object.keys(body).join()}` : String(status),
  );
  return Object.fromEntries(
    [...Map.groupBy(names, (name) => name)].map(([name, repeats]) => [name, repeats.length]),
  );
}

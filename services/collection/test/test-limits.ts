import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Limits } from '@kitroom/collection-client';
import type { ApiResponse, TestCollection } from './test-collection.ts';
import { listFiles, type Photographer } from './test-photos.ts';

/** Limits that staff set for a user: null for that of the service, Infinity for none. */
export async function limitUser(
  { db }: Pick<TestCollection, 'db'>,
  { id }: { id: number },
  limits: { items_max?: number | null; storage_max?: number | null },
): Promise<void> {
  await db('users').where({ id }).update(limits);
}

/** What a user has and may have. */
export async function usageOf({ get }: Pick<Photographer, 'get'>): Promise<NonNullable<Limits['usage']>> {
  return (await get('/api/limits/')).body.usage;
}

/** The size of all files in the storage, or of some of them. */
export async function measureFiles(
  collection: Pick<TestCollection, 'mediaRoot'>,
  isMeant: (file: string) => boolean = () => true,
): Promise<number> {
  const files = (await listFiles(collection)).filter(isMeant);
  const sizes = await Promise.all(files.map((file) => stat(join(collection.mediaRoot, file))));
  return sizes.reduce((sum, { size }) => sum + size, 0);
}

/** How many responses have each status; a refusal is named by its fields. */
export function countOutcomes(responses: readonly ApiResponse[]): Record<string, number> {
  const names = responses.map(({ status, body }) =>
    status === 400 ? `400 ${Object.keys(body).join()}` : String(status),
  );
  return Object.fromEntries(
    [...Map.groupBy(names, (name) => name)].map(([name, same]) => [name, same.length]),
  );
}

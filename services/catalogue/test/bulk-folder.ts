import { mkdtempSync, rmSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from '@jest/globals';
import { openLogger } from '@kitroom/server/telemetry/logger';
import { listGenerations } from '../src/bulk-data/bulk-files.ts';
import { makeBulkData } from '../src/bulk-data/make-bulk-data.ts';
import type { TestCatalogue } from './test-catalogue.ts';

/** A folder for the bulk data of the catalogue of a test file. */
export interface BulkFolder {
  path: string;
  /** Runs the job once. */
  make(catalogue: Pick<TestCatalogue, 'db'>): Promise<void>;
  /** Makes all generations appear older, by these seconds. */
  age(seconds: number): Promise<void>;
}

/** Creates a folder that is removed after the tests. */
export function useBulkFolder(): BulkFolder {
  const path = mkdtempSync(join(tmpdir(), 'kitroom-bulk-'));
  const log = openLogger({ service: 'catalogue', level: 'silent' });
  afterAll(() => rmSync(path, { recursive: true, force: true }));
  return {
    path,
    make: ({ db }) =>
      makeBulkData({ config: { BULK_DATA_ROOT: path }, db, log }, new AbortController().signal),
    async age(seconds) {
      for (const id of await listGenerations(path)) {
        await rename(join(path, String(id)), join(path, String(id - seconds * 1000)));
      }
    },
  };
}

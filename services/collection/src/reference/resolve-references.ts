import type { CatalogueClient } from '@kitroom/catalogue-client';
import type { Database } from '@kitroom/server/database/database';
import { enqueue } from '@kitroom/server/jobs/jobs';
import type { Logger } from '@kitroom/server/telemetry/logger';
import type { Breaker } from '../catalogue/breaker.ts';
import { isCatalogueUnavailable, isNoSuchRecord, logCatalogueFailure } from '../catalogue/open-catalogue.ts';
import { REFERENCE_REQUEST_MS, REFERENCE_REQUEST_RETRIES } from '../limits.ts';
import { fetchRecord, storeFetchedRecord } from './copy-queries.ts';
import { REFERENCE_FIELDS, type Reference, type ReferenceField } from './reference-fields.ts';
import { insertPending, listCopied } from './reference-queries.ts';

/** An item's references: ids of the catalogue, 1 to 2147483647. */
export type References = Partial<Record<ReferenceField, number | null | undefined>>;

export interface ReferenceContext {
  db: Database;
  catalogue: CatalogueClient;
  catalogueBreaker: Breaker;
  log: Logger;
}

export interface ResolveOptions {
  /** Whether to fetch records whose copies the catalogue has never confirmed. */
  mustBeConfirmed?: boolean;
  /**
   * When to stop waiting for the catalogue, as a time of `performance.now()`; by default after three seconds.
   */
  until?: number;
}

/**
 * Ensures that each record has a copy for an item to refer to; returns the references whose records do not
 * exist. Missing records are fetched from the catalogue. Those without a timely response get a copy without a
 * name, which a job completes. Call it before the item's transaction begins, as it may wait.
 */
export async function resolveReferences(
  context: ReferenceContext,
  references: References,
  { mustBeConfirmed = false, until = performance.now() + REFERENCE_REQUEST_MS }: ResolveOptions = {},
): Promise<Reference[]> {
  const named = REFERENCE_FIELDS.map((field) => ({ field, id: references[field] })).filter(isReference);
  const held = await listCopied(context.db, named, { mustBeConfirmed });
  const missing = named.filter(({ field }) => !held.some((reference) => reference.field === field));
  const outcomes = await Promise.all(missing.map((reference) => copyReference(context, reference, until)));
  const unknown = missing.filter((_reference, index) => outcomes[index] === 'unknown');
  const awaited = missing.filter((_reference, index) => outcomes[index] === 'unavailable');
  if (unknown.length === 0 && awaited.length > 0) await insertPendingCopies(context.db, awaited);
  return unknown;
}

function isReference(named: { field: ReferenceField; id: unknown }): named is Reference {
  return typeof named.id === 'number';
}

async function copyReference(
  context: ReferenceContext,
  reference: Reference,
  until: number,
): Promise<'taken' | 'unknown' | 'unavailable'> {
  const { catalogue, catalogueBreaker, db, log } = context;
  const timeoutMs = Math.max(until - performance.now(), 1);
  const options = { timeoutMs, retries: REFERENCE_REQUEST_RETRIES };
  try {
    const record = await catalogueBreaker.call(
      () => fetchRecord(catalogue, reference, options),
      isCatalogueUnavailable,
    );
    await storeFetchedRecord(db, reference, record);
    return 'taken';
  } catch (error) {
    if (isNoSuchRecord(error)) return 'unknown';
    logCatalogueFailure(
      log,
      error,
      'catalogue request failed; the record will be completed later',
      reference,
    );
    return 'unavailable';
  }
}

/** Inserts copies and enqueues the job in one transaction, so that no copy stays without a job. */
async function insertPendingCopies(db: Database, references: readonly Reference[]): Promise<void> {
  await db.transaction(async (transaction) => {
    for (const reference of references) await insertPending(transaction, reference);
    await enqueue(transaction, REFERENCES_JOB, REFERENCES_KEY);
  });
}

/** Completes and refreshes copies of the catalogue's records. */
export const REFERENCES_JOB = 'references';

/** A single key: one such job at a time, over all processes. */
export const REFERENCES_KEY = 'all';

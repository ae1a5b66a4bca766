import type pg from 'pg';
import type * as z from 'zod';
import { bulkRecord, changeOp, recordType } from '@kitroom/catalogue-client';
import { inTransaction } from '../catalogue-database.ts';
import { LINES } from '../interchange/line-schemas.ts';
import { tableOf } from '../interchange/upsert-records.ts';
import { stageDeletions, stageRecords, updateSequence, type StagedRecord } from './mirror-queries.ts';
import type { ChangePage, Source } from './open-source.ts';

type BulkRecord = z.output<typeof bulkRecord>;
type Change = ChangePage['items'][number];

/** The limits of a batch, which bound its size even if clubs have embedded logos. */
const BATCH_LINES = 1000;
const BATCH_CHARACTERS = 4_000_000;

/** Called for each part of the source that this version does not know. Such parts are skipped. */
export type OnUnknown = (part: 'records' | 'changes' | 'fields', details: object) => void;

/**
 * Stages a snapshot of the source, and the deletion of all records that are not in it. Returns its sequence
 * number.
 */
export async function stageSnapshot(
  client: pg.Client,
  source: Source,
  onUnknown: OnUnknown,
): Promise<number> {
  const file = await source.findSnapshot();
  // Downloads before the transaction, which a slow source would keep open.
  await source.downloadSnapshot(file);
  await inTransaction(client, async () => {
    await stageDeletions(client);
    let batch: StagedRecord[] = [];
    let characters = 0;
    for await (const line of source.readSnapshot()) {
      batch.push(...toStaged(readRecord(line), onUnknown));
      characters += line.length;
      if (batch.length < BATCH_LINES && characters < BATCH_CHARACTERS) continue;
      await stageRecords(client, batch);
      batch = [];
      characters = 0;
    }
    await stageRecords(client, batch);
    await updateSequence(client, file.sequence);
  });
  await source.removeSnapshot();
  return file.sequence;
}

/** Stages a page of changes and stores its last sequence number. */
export async function stageChanges(
  client: pg.Client,
  { items, next }: ChangePage,
  after: number,
  onUnknown: OnUnknown,
): Promise<void> {
  if (next === after) return;
  const changes = items.flatMap((item) => toStagedChange(item, onUnknown));
  // The last change of each record has its newest line.
  const last = new Map(changes.map((change) => [`${change.type} ${change.id}`, change]));
  await inTransaction(client, async () => {
    await stageRecords(client, [...last.values()]);
    await updateSequence(client, next);
  });
}

function readRecord(line: string): BulkRecord {
  const { data } = bulkRecord.safeParse(parseJson(line));
  if (!data) throw new Error("a line of the source's bulk data is not a record");
  return data;
}

/** Returns undefined if the text is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The caller reports what was expected.
    return undefined;
  }
}

/** Returns an empty list if this version does not know the type or operation of the change. */
function toStagedChange({ type, op, id, into, record }: Change, onUnknown: OnUnknown): StagedRecord[] {
  const { data: kind } = recordType.safeParse(type);
  if (!kind || !changeOp.safeParse(op).success) {
    onUnknown('changes', { type, op });
    return [];
  }
  if (record) return toStaged(record, onUnknown);
  return [{ type: kind, id, key: null, line: null, intoId: into ?? null }];
}

/**
 * Omits fields that this version does not know. Returns an empty list if it does not know the kind of record.
 */
function toStaged(record: BulkRecord, onUnknown: OnUnknown): StagedRecord[] {
  const { data: kind } = recordType.safeParse(record.kind);
  if (!kind) {
    onUnknown('records', { kind: record.kind });
    return [];
  }
  const { shape } = LINES[kind];
  const unknownFields = Object.keys(record).filter((field) => !Object.hasOwn(shape, field));
  if (unknownFields.length > 0) onUnknown('fields', { kind, fields: unknownFields });
  const knownFields = Object.entries(record).filter(([field]) => Object.hasOwn(shape, field));
  return [
    {
      type: kind,
      id: record.id,
      key: record[tableOf(kind).key] as string,
      line: JSON.stringify(Object.fromEntries(knownFields)),
      intoId: null,
    },
  ];
}

import type pg from 'pg';
import { inTransaction } from '../catalogue-database.ts';
import { LINES } from '../interchange/line-schemas.ts';
import { stageDeletions, stageRecords, updateSequence, type StagedRecord } from './mirror-queries.ts';
import { tableOf } from '../interchange/upsert-records.ts';
import type { ChangePage, Source } from './open-source.ts';

type BulkRecord = NonNullable<ChangePage['items'][number]['record']>;

/** Small enough for clubs with embedded logos. */
const BATCH_LINES = 1000;
const BATCH_CHARACTERS = 4_000_000;

/** Called with the fields of a record that this version does not know, which are left out. */
export type OnUnknown = (kind: string, fields: readonly string[]) => void;

/** Stages a snapshot of the source, and the deletion of all records that it does not have. Returns its sequence number. */
export async function stageSnapshot(
  client: pg.Client,
  source: Source,
  onUnknown: OnUnknown,
): Promise<number> {
  const file = await source.findSnapshot();
  await inTransaction(client, async () => {
    await stageDeletions(client);
    let batch: StagedRecord[] = [];
    let characters = 0;
    for await (const line of source.readSnapshot(file)) {
      batch.push(toStaged(JSON.parse(line) as BulkRecord, onUnknown));
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

/** Stages a page of changes and remembers the last one. */
export async function stageChanges(
  client: pg.Client,
  { items, next }: ChangePage,
  after: number,
  onUnknown: OnUnknown,
): Promise<void> {
  if (next === after) return;
  // The last change of a record wins: its line is the newest.
  const last = new Map(items.map((item) => [`${item.type} ${item.id}`, item]));
  await inTransaction(client, async () => {
    const staged = Array.from(last.values(), ({ type, id, into, record }) =>
      record ? toStaged(record, onUnknown) : { type, id, key: null, line: null, intoId: into ?? null },
    );
    await stageRecords(client, staged);
    await updateSequence(client, next);
  });
}

/** A newer source may have fields that this version does not know. */
function toStaged(record: BulkRecord, onUnknown: OnUnknown): StagedRecord {
  const { kind, id } = record;
  const unknown = Object.keys(record).filter((field) => !(field in LINES[kind].shape));
  if (unknown.length > 0) onUnknown(kind, unknown);
  const known = Object.entries(record).filter(([field]) => !unknown.includes(field));
  return {
    type: kind,
    id,
    key: record[tableOf(kind).key] as string,
    line: JSON.stringify(Object.fromEntries(known)),
    intoId: null,
  };
}

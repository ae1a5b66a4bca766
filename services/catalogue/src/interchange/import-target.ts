import { deriveKitType, categoryOrder } from '@kitroom/shared';
import type pg from 'pg';
import { openKitStage } from './kit-stage.ts';
import type { AnyLine, Line } from './line-schemas.ts';
import { LineError } from './read-line.ts';
import type { InputLine } from './read-lines.ts';
import {
  RECORD_TABLES,
  insertRecords,
  openRecordStage,
  stageRecords,
  updateRecords,
  type RecordKind,
} from './upsert-records.ts';

/** Where the lines of an import go. */
export interface Import {
  readonly inserted: Record<string, number>;
  readonly updated: Record<string, number>;
  /**
   * Takes a line and where it stood; throws a LineError when it refers to what is not there. Answers a promise
   * when enough lines are waiting to be written: await it before the next line.
   */
  add(line: AnyLine, from: Pick<InputLine, 'number' | 'text'>): Promise<void> | undefined;
  /** Writes what is waiting, and merges it all into the catalogue. */
  finish(): Promise<void>;
}

/** Small enough that most of a batch is gone before the garbage collector takes it for lasting. */
const BATCH_LINES = 1000;
const BATCH_CHARACTERS = 4_000_000;

/** Opens an import inside a transaction of `client`. */
export async function openImport(client: pg.Client): Promise<Import> {
  const ids = await readKnownIds(client);
  const waiting = newBatches();
  await openRecordStage(client);
  const kits = await openKitStage(client);
  const inserted: Record<string, number> = {};
  const updated: Record<string, number> = {};
  let waitingLines = 0;
  let characters = 0;

  function addRecord(kind: RecordKind, key: string, line: object): void {
    const known = waiting[kind].get(key);
    // A later line of the same key updates the earlier one, field by field.
    waiting[kind].set(key, { ...known, ...line });
    if (!ids[kind].has(key)) ids[kind].set(key, undefined);
  }

  function addKitType(line: Line<'kit_type'>): void {
    const given = {
      ...line,
      ...(line.category ? { category_order: line.category_order ?? categoryOrder(line.category) } : {}),
    };
    addRecord(
      'kit_type',
      line.name,
      ids.kit_type.has(line.name) ? given : { ...deriveKitType(line.name), ...given },
    );
  }

  function refer(kit: Line<'kit'>, field: string, kind: RecordKind, key: string): void {
    if (ids[kind].has(key)) return;
    const what = kind.replace('_', ' ');
    throw new LineError(
      `"${field}" refers to the ${what} ${JSON.stringify(key)}, which neither an earlier line nor the database has`,
      kit.slug,
    );
  }

  function addKit(kit: Line<'kit'>, number: number): void {
    refer(kit, 'club', 'club', kit.club);
    refer(kit, 'brand', 'brand', kit.brand);
    for (const slug of kit.competitions ?? []) refer(kit, 'competitions', 'competition', slug);
    if (!ids.season.has(kit.season)) addRecord('season', kit.season, { year: kit.season });
    if (!ids.kit_type.has(kit.type)) addKitType({ kind: 'kit_type', name: kit.type });
    kits.add(kit, number);
  }

  async function writeRecords(kind: RecordKind): Promise<void> {
    const known = (key: string) => ids[kind].get(key) !== undefined;
    const lines = [...waiting[kind]];
    waiting[kind].clear();
    await stageRecords(
      client,
      kind,
      lines.filter(([key]) => known(key)).map(([, line]) => line),
    );
    const added = await insertRecords(
      client,
      kind,
      lines.filter(([key]) => !known(key)).map(([, line]) => line),
    );
    for (const [key, id] of added) ids[kind].set(key, id);
    count(inserted, RECORD_TABLES[kind].table, added.length);
  }

  async function flush(): Promise<void> {
    for (const kind of RECORD_KINDS) await writeRecords(kind);
    await kits.write((kind, key) => {
      const id = ids[kind].get(key);
      if (id === undefined) throw new Error(`the ${kind} ${key} has no id`);
      return id;
    });
    waitingLines = 0;
    characters = 0;
  }

  return {
    inserted,
    updated,
    add(line, { number, text }) {
      if (line.kind === 'kit') addKit(line, number);
      else if (line.kind === 'kit_type') addKitType(line);
      else if (line.kind === 'season') addRecord('season', line.year, line);
      else addRecord(line.kind, line.slug, line);
      waitingLines += 1;
      characters += text.length;
      return waitingLines >= BATCH_LINES || characters >= BATCH_CHARACTERS ? flush() : undefined;
    },
    async finish() {
      await flush();
      for (const kind of RECORD_KINDS) {
        count(updated, RECORD_TABLES[kind].table, await updateRecords(client, kind));
      }
      const result = await kits.merge();
      count(inserted, 'kits', result.inserted);
      count(updated, 'kits', result.updated);
    },
  };
}

const RECORD_KINDS = Object.keys(RECORD_TABLES) as RecordKind[];

/** The ids by key of all that kits refer to; undefined until a new one is written. */
type KnownIds = Record<RecordKind, Map<string, number | undefined>>;

async function readKnownIds(client: pg.Client): Promise<KnownIds> {
  const ids = {} as KnownIds;
  for (const kind of RECORD_KINDS) {
    const { table, key } = RECORD_TABLES[kind];
    const { rows } = await client.query<{ key: string; id: number }>(
      `select ${key} as key, id from ${table}`,
    );
    ids[kind] = new Map(rows.map((row) => [row.key, row.id]));
  }
  // The slug of a club that was merged means the club that it was merged into; no line changes that club by it.
  const former = await client.query<{ key: string; id: number }>(
    'select slug as key, club_id as id from former_club_slugs',
  );
  for (const { key, id } of former.rows) if (!ids.club.has(key)) ids.club.set(key, id);
  return ids;
}

function newBatches(): Record<RecordKind, Map<string, object>> {
  return {
    brand: new Map(),
    competition: new Map(),
    club: new Map(),
    season: new Map(),
    kit_type: new Map(),
  };
}

function count(counts: Record<string, number>, table: string, rows: number): void {
  if (rows > 0) counts[table] = (counts[table] ?? 0) + rows;
}

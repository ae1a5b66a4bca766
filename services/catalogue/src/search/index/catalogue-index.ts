import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from '@kitroom/server/database/database';
import { fold, INTEGER_MAX } from '@kitroom/shared';
import {
  findLastSequence,
  listChangesAfter,
  listMovesAndMerges,
  type ChangeRow,
} from '../../changes/change-queries.ts';
import { RANDOM_ORDER_SECONDS } from '../../limits.ts';
import type { KitTypeRow, NamedTable, SeasonRow } from '../../records/record-view.ts';
import { openVocabulary, type Vocabulary } from '../text/vocabulary.ts';
import { indexWords } from '../text/words.ts';
import {
  hasTrigrams,
  listKitsByIds,
  listKitsUpTo,
  listNamedRows,
  listSeasonRows,
  listTypes,
  type NamedRow,
} from './index-queries.ts';
import { openKitIndex, type KitIndex } from './kit-index.ts';
import { collectKits } from './kit-segment.ts';
import { indexNames, type NameIndex } from './name-index.ts';
import { isSecondaryTeam } from './secondary-teams.ts';

/** The indexed catalogue as of one snapshot. Immutable. */
export interface CatalogueIndex extends Readonly<Record<NamedTable, NamedRecords>> {
  /** The number of the last change that the index contains. */
  sequence: number;
  /** Whether searches tolerate typos, which needs pg_trgm in the database. */
  isFuzzy: boolean;
  seasons: ReadonlyMap<number, SeasonRow>;
  /** Kit types in the order of searches. */
  types: readonly KitTypeRow[];
  typesById: ReadonlyMap<number, KitTypeRow>;
  /** The words of the names of kit types. */
  typeWords: Vocabulary;
  /** The ids of second, youth and women's teams. */
  secondaryClubs: ReadonlySet<number>;
  /** The place of a kit type in the order of searches. */
  rankOfType(type: number): number;
  kits: KitIndex;
  /**
   * Records that joined or left the random lists in this half hour, and perhaps earlier, in commit order.
   */
  moves: readonly Move[];
  /** The records into which others were merged, keyed by kind and id of the merged record. */
  merges: ReadonlyMap<string, Merge>;
}

/** Records that joined or left the random list of their type. */
export type Move = Pick<ChangeRow, 'type' | 'ids' | 'joins' | 'at' | 'last_sequence'>;

/** A record into which another one was merged, and when, in milliseconds since 1970. */
export interface Merge {
  into: number;
  at: number;
}

/** All brands, competitions or clubs. */
export interface NamedRecords {
  byId: ReadonlyMap<number, NamedRow>;
  names: NameIndex;
  /** The words of names and aliases. */
  words: Vocabulary;
}

/**
 * Kits are read in batches of this size, so that requests are served in between and few rows are in memory at
 * a time.
 */
const BATCH = 1000;
/** If more kits changed since the last update, the whole index is rebuilt. */
const CHANGED_AT_ONCE_MAX = 5000;

/** Reads the whole catalogue; `db` must be a repeatable-read transaction. */
export async function buildIndex(db: Database): Promise<CatalogueIndex> {
  const isFuzzy = await hasTrigrams(db);
  const types = await listTypes(db);
  const ranks = new Map(types.map(({ id }, rank) => [id, rank]));
  const rankOfType = (type: number) => ranks.get(type) ?? ranks.size;
  const logged = await listMovesAndMerges(db, RANDOM_ORDER_SECONDS);
  const clubs = await readNamed(db, 'clubs', isFuzzy);
  return {
    sequence: await findLastSequence(db),
    isFuzzy,
    clubs,
    secondaryClubs: listSecondary(clubs),
    brands: await readNamed(db, 'brands', isFuzzy),
    competitions: await readNamed(db, 'competitions', isFuzzy),
    seasons: await readSeasons(db),
    types,
    typesById: new Map(types.map((type) => [type.id, type])),
    typeWords: openVocabulary([...indexWords(types.map(({ name }) => fold(name))).keys()]),
    rankOfType,
    kits: await readKits(db, rankOfType),
    moves: addMoves([], logged),
    merges: addMerges(new Map(), logged),
  };
}

/**
 * Returns the index with all changes since it was read, or undefined if so much changed that it must be
 * rebuilt. `db` must be a repeatable-read transaction.
 */
export async function updateIndex(db: Database, index: CatalogueIndex): Promise<CatalogueIndex | undefined> {
  const { isFuzzy } = index;
  const changes = await listChangesAfter(db, index.sequence);
  const types = new Set(changes.map(({ type }) => type));
  const kits = [...new Set(changes.filter(({ type }) => type === 'kit').flatMap(({ ids }) => ids))];
  // The order of kit types is built into the index.
  if (types.has('kit_type') || kits.length > CHANGED_AT_ONCE_MAX) return undefined;
  const clubs = types.has('club') ? await readNamed(db, 'clubs', isFuzzy) : index.clubs;
  return {
    ...index,
    sequence: changes.at(-1)?.last_sequence ?? index.sequence,
    clubs,
    secondaryClubs: clubs === index.clubs ? index.secondaryClubs : listSecondary(clubs),
    brands: types.has('brand') ? await readNamed(db, 'brands', isFuzzy) : index.brands,
    competitions: types.has('competition')
      ? await readNamed(db, 'competitions', isFuzzy)
      : index.competitions,
    seasons: types.has('season') ? await readSeasons(db) : index.seasons,
    kits: kits.length > 0 ? await changeKits(db, index.kits, kits) : index.kits,
    moves: addMoves(index.moves, changes),
    merges: addMerges(index.merges, changes),
  };
}

/**
 * Adds new moves, and drops those that are more than half an hour older than the last. Without new moves,
 * returns the same array.
 */
function addMoves(moves: readonly Move[], changes: readonly ChangeRow[]): readonly Move[] {
  const added = changes.filter(({ joins }) => joins !== null);
  if (added.length === 0) return moves;
  const all = [...moves, ...added];
  const last = all.reduce((latest, { at }) => Math.max(latest, at.getTime()), 0);
  return all.filter(({ at }) => at.getTime() >= last - RANDOM_ORDER_SECONDS * 1000);
}

function addMerges(
  merged: CatalogueIndex['merges'],
  changes: readonly ChangeRow[],
): CatalogueIndex['merges'] {
  const added = changes.flatMap(({ type, ids: [id = 0], into_id: into, at }) =>
    into === null ? [] : [[`${type} ${id}`, { into, at: at.getTime() }] as const],
  );
  return added.length === 0 ? merged : new Map([...merged, ...added]);
}

async function readNamed(db: Database, table: NamedTable, isFuzzy: boolean): Promise<NamedRecords> {
  const rows = await listNamedRows(db, table);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const names = await indexNames(rows, isFuzzy);
  await nextTurn();
  return { byId, names, words: openVocabulary([...indexWords(rows.map((row) => row.foldedNames)).keys()]) };
}

function listSecondary({ byId }: NamedRecords): ReadonlySet<number> {
  const secondary = [...byId.values()].filter(({ name }) => isSecondaryTeam(name));
  return new Set(secondary.map(({ id }) => id));
}

async function readSeasons(db: Database): Promise<Map<number, SeasonRow>> {
  return new Map((await listSeasonRows(db)).map((row) => [row.id, row]));
}

async function readKits(db: Database, rankOfType: (type: number) => number): Promise<KitIndex> {
  const kits = collectKits(rankOfType);
  for (let batch = await listKitsUpTo(db, INTEGER_MAX, BATCH); batch.id.length > 0;) {
    const read = batch;
    // PostgreSQL reads the next batch while this one is added.
    const added = nextTurn().then(() => kits.add(read));
    [batch] = await Promise.all([listKitsUpTo(db, (read.id.at(-1) ?? 0) - 1, BATCH), added]);
  }
  return openKitIndex(await kits.build(), rankOfType);
}

async function changeKits(db: Database, kits: KitIndex, ids: readonly number[]): Promise<KitIndex> {
  const rows = await listKitsByIds(db, ids);
  const present = new Set(rows.map(({ id }) => id));
  return kits.change(
    rows,
    ids.filter((id) => !present.has(id)),
  );
}

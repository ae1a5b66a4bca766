import type pg from 'pg';
import { openKitStage } from './kit-stage.ts';
import { readFormerClubSlugs, readKnownRecords } from './known-records.ts';
import type { AnyLine, Line } from './line-schemas.ts';
import { LineError, noteLines, type InvalidLine } from './read-line.ts';
import type { InputLine } from './read-lines.ts';
import {
  checkCountry,
  checkSlug,
  completeKitType,
  placeKitType,
  resolvePlace,
  tidyAliases,
  tidyName,
} from './record-rules.ts';
import {
  insertRecords,
  openRecordStage,
  RECORD_KINDS,
  RECORD_TABLES,
  stageRecords,
  updateRecords,
  type RecordKind,
} from './upsert-records.ts';

/** An open import. */
export type Import = Awaited<ReturnType<typeof openImport>>;

type BadgeLine = Line<'brand'> | Line<'competition'> | Line<'club'>;

/** Small enough that most of a batch is collected before the garbage collector promotes it. */
const BATCH_LINES = 1000;
const BATCH_CHARACTERS = 4_000_000;

/** Opens an import inside a transaction of `client`. */
export async function openImport(client: pg.Client, { ignoreIds = false }: { ignoreIds?: boolean } = {}) {
  const records = await readKnownRecords(client);
  const formerSlugs = await readFormerClubSlugs(client, records);
  let waiting = newBatches();
  await openRecordStage(client);
  const kits = await openKitStage(client);
  const inserted: Record<string, number> = {};
  const updated: Record<string, number> = {};
  /** Clubs' lines by former slugs, and the ids of the clubs that have lines by their present ones. */
  const byFormerSlug: Array<{ line: Line<'club'>; number: number }> = [];
  const presentClubs = new Set<number>();
  const keys = new Set<string>();
  /** The countries that earlier lines give to clubs, by slug. */
  const countries = new Map<string, string | null>();
  const replaced = noteLines();
  const unchecked = noteLines();
  let superseded = 0;
  /** The batch that is being written. */
  let writing = Promise.resolve();
  let waitingLines = 0;
  let characters = 0;

  function addRecord(
    kind: RecordKind,
    key: string,
    { id: givenId, ...line }: Record<string, unknown> & { id?: number | undefined },
  ): number {
    const before = waiting[kind].get(key);
    const known = records.findId(kind, key);
    const id = known ?? records.add(kind, key, ignoreIds ? undefined : givenId);
    // A later line with the same key updates the earlier one, field by field.
    waiting[kind].set(key, {
      isNew: before?.isNew ?? known === undefined,
      line: { ...before?.line, ...line, id },
    });
    return id;
  }

  /**
   * A record as it is stored: rules for new values do not hold for exports, and for what is stored already.
   */
  function toStored<L extends BadgeLine>(line: L, number: number): L {
    const slug = presentSlugOf(line);
    const stored = records.findStored(line.kind, slug);
    if (keys.has(`${line.kind} ${line.slug}`)) replaced.add([{ number, key: line.slug }]);
    keys.add(`${line.kind} ${line.slug}`);
    const known = countries.get(slug) ?? stored?.country ?? null;
    const { problem: misplaced, ...place } = line.kind === 'club' ? resolvePlace(line, known) : {};
    const resolved = { ...line, ...place };
    const country = 'country' in resolved ? resolved.country : undefined;
    if (line.kind === 'club' && country !== undefined) countries.set(slug, country);
    const problems = [
      { problem: checkSlug(line.slug), isKnown: records.findId(line.kind, slug) !== undefined },
      {
        problem: describeProblem(resolved, 'country', checkCountry(country)),
        isKnown: stored?.country === country,
      },
      { problem: describeProblem(line, 'association', misplaced), isKnown: false },
    ].filter(({ problem }) => problem !== undefined);
    const isExported = line.id !== undefined;
    for (const { problem, isKnown } of problems) {
      if (!isExported && !isKnown) throw new LineError(problem ?? '', line.slug);
    }
    if (problems.length > 0) unchecked.add([{ number, key: line.slug }]);
    if (isExported) return resolved;
    return {
      ...resolved,
      ...(stored?.name !== line.name && { name: tidyName(line.name) }),
      ...(line.aliases && { aliases: tidyAliases(line.aliases, stored?.aliases) }),
    };
  }

  /** The slug that a club has now, if the line names it by a former one. */
  function presentSlugOf(line: BadgeLine): string {
    const id = line.kind === 'club' ? findFormer(line.slug) : undefined;
    return id === undefined ? line.slug : records.findKey('club', id);
  }

  /** The club that had a slug which no club has now. */
  function findFormer(slug: string): number | undefined {
    return records.findId('club', slug) === undefined ? formerSlugs.findId(slug) : undefined;
  }

  function addClub(line: Line<'club'>): number {
    formerSlugs.check(line);
    const id = addRecord('club', line.slug, line);
    formerSlugs.set(id, line.former_slugs);
    return id;
  }

  function addClubLine(line: Line<'club'>, number: number): void {
    if (findFormer(line.slug) !== undefined) byFormerSlug.push({ line, number });
    else presentClubs.add(addClub(line));
  }

  /** The club keeps its present slug and its former ones. */
  function addByFormerSlug(line: Line<'club'>): void {
    const id = formerSlugs.findId(line.slug);
    const slug = id === undefined ? line.slug : records.findKey('club', id);
    if (id !== undefined && presentClubs.has(id)) superseded += 1;
    else if (id === undefined || !line.former_slugs) addClub({ ...line, slug });
    else {
      const slugs = new Set([...formerSlugs.of(id), ...line.former_slugs]);
      slugs.delete(slug);
      addClub({ ...line, slug, former_slugs: [...slugs] });
    }
  }

  function addKitType(line: Line<'kit_type'>): number {
    const isKnown = records.findId('kit_type', line.name) !== undefined;
    return addRecord('kit_type', line.name, isKnown ? placeKitType(line) : completeKitType(line));
  }

  function refer(kit: Line<'kit'>, field: string, kind: RecordKind, key: string): number {
    const id = records.findId(kind, key) ?? (kind === 'club' ? formerSlugs.findId(key) : undefined);
    if (id !== undefined) return id;
    const what = kind.replace('_', ' ');
    throw new LineError(
      `"${field}" refers to the ${what} ${JSON.stringify(key)}, which neither an earlier line nor the database has`,
      kit.slug,
    );
  }

  function addKit(kit: Line<'kit'>, number: number): void {
    if (kit.former_slugs?.includes(kit.slug)) {
      throw new LineError(`"former_slugs" has ${JSON.stringify(kit.slug)}, which is its slug now`, kit.slug);
    }
    const club = refer(kit, 'club', 'club', kit.club);
    const brand = refer(kit, 'brand', 'brand', kit.brand);
    const competitions = kit.competitions?.map((slug) => refer(kit, 'competitions', 'competition', slug));
    const season =
      records.findId('season', kit.season) ?? addRecord('season', kit.season, { year: kit.season });
    const type = records.findId('kit_type', kit.type) ?? addKitType({ kind: 'kit_type', name: kit.type });
    kits.add(kit, number, { id: ignoreIds ? undefined : kit.id, club, brand, competitions, season, type });
  }

  async function writeRecords(batches: Batches, kind: RecordKind): Promise<void> {
    const lines = [...batches[kind].values()];
    const known = lines.filter(({ isNew }) => !isNew).map(({ line }) => line);
    const added = lines.filter(({ isNew }) => isNew).map(({ line }) => line);
    await stageRecords(client, kind, known);
    await insertRecords(client, kind, added);
    count(inserted, RECORD_TABLES[kind].table, added.length);
  }

  /** Begins to write the current batch; resolves once the one before is written. */
  async function flush(): Promise<void> {
    const batches = waiting;
    waiting = newBatches();
    waitingLines = 0;
    characters = 0;
    const before = writing;
    writing = writeBatch(batches, kits.takeAdded(), before);
    // Reported to whoever awaits it; without a handler, the process would end.
    writing.catch(() => undefined);
    await before;
  }

  async function writeBatch(batches: Batches, added: string, before: Promise<void>): Promise<void> {
    await before;
    for (const kind of RECORD_KINDS) await writeRecords(batches, kind);
    await kits.write(added);
  }

  async function flushAll(): Promise<void> {
    await flush();
    await writing;
  }

  return {
    /**
     * Adds a line; throws a LineError if it refers to an unknown record. Returns a promise when a batch is
     * full, which is written while the next one is read: await it before adding the next line.
     */
    add(line: AnyLine, { number, text }: Pick<InputLine, 'number' | 'text'>): Promise<void> | undefined {
      if (line.kind === 'kit') addKit(line, number);
      else if (line.kind === 'kit_type') addKitType(line);
      else if (line.kind === 'club') addClubLine(toStored(line, number), number);
      else if (line.kind === 'season') addRecord('season', line.year, line);
      else addRecord(line.kind, line.slug, toStored(line, number));
      waitingLines += 1;
      characters += text.length;
      return waitingLines >= BATCH_LINES || characters >= BATCH_CHARACTERS ? flush() : undefined;
    },
    /**
     * To be called after the last line: takes lines by former slugs, and removes what conflicts with others
     * in the input or the catalogue; returns these lines in order.
     */
    async leaveOutConflicts(): Promise<InvalidLine[]> {
      const invalid: InvalidLine[] = [];
      for (const { line, number } of byFormerSlug) {
        try {
          addByFormerSlug(line);
        } catch (error) {
          if (!(error instanceof LineError)) throw error;
          invalid.push({ number, key: line.slug, reason: error.message });
        }
      }
      await flushAll();
      const conflicts = await kits.leaveOutConflicts();
      superseded += conflicts.superseded;
      replaced.add(conflicts.repeated.first, conflicts.repeated.count);
      unchecked.add(conflicts.unchecked);
      return [...invalid, ...conflicts.invalid].toSorted((one, other) => one.number - other.number);
    },
    /** Writes the last batch, merges everything into the catalogue, and returns what that changed. */
    async finish() {
      await flushAll();
      for (const kind of RECORD_KINDS) {
        count(updated, RECORD_TABLES[kind].table, await updateRecords(client, kind));
      }
      await records.advanceSequences();
      const result = await kits.merge();
      count(inserted, 'kits', result.inserted);
      count(updated, 'kits', result.updated);
      return {
        /** Rows by table. */
        inserted,
        updated,
        /**
         * How many lines by former slugs were left out, as the input has their records under their present
         * slugs.
         */
        superseded,
        /** Lines that replaced earlier ones with the same key. */
        replaced: replaced.list(),
        /** Lines that break the rules for new records, and were taken as they are. */
        unchecked: unchecked.list(),
      };
    },
  };
}

/** A sentence about a field and its value; undefined if nothing is wrong. */
function describeProblem(line: BadgeLine, field: string, problem: string | undefined): string | undefined {
  const value = (line as Record<string, unknown>)[field];
  return problem && `"${field}" ${problem}; it is ${JSON.stringify(value)}`;
}

/** Unwritten lines of each kind, by key. */
type Batches = Record<RecordKind, Map<string, { isNew: boolean; line: object }>>;

function newBatches(): Batches {
  return Object.fromEntries(RECORD_KINDS.map((kind) => [kind, new Map()])) as Batches;
}

function count(counts: Record<string, number>, table: string, rows: number): void {
  if (rows > 0) counts[table] = (counts[table] ?? 0) + rows;
}

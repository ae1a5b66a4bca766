import type pg from 'pg';
import { openKitStage } from './kit-stage.ts';
import { readFormerClubSlugs, readKnownRecords } from './known-records.ts';
import type { AnyLine, Line } from './line-schemas.ts';
import { collectReportedLines, LineError, type InvalidLine } from './read-line.ts';
import type { InputLine } from './read-lines.ts';
import {
  checkCountry,
  checkSlug,
  completeKitType,
  resolvePlace,
  tidyAliases,
  tidyName,
  withCategoryOrder,
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

/**
 * The limits of a batch. They are so small that most of it is freed before the garbage collector promotes it.
 */
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
  /** Lines of clubs with former slugs, and the ids of clubs that have lines with their present slugs. */
  const formerSlugLines: Array<{ line: Line<'club'>; number: number }> = [];
  const presentSlugClubs = new Set<number>();
  const keys = new Set<string>();
  /** The countries of clubs in earlier lines, by slug. */
  const countries = new Map<string, string | null>();
  const replaced = collectReportedLines();
  const unchecked = collectReportedLines();
  let superseded = 0;
  /** Resolves when the current batch has been written. */
  let writing = Promise.resolve();
  let waitingLines = 0;
  let characters = 0;

  function addRecord(
    kind: RecordKind,
    key: string,
    { id: requestedId, ...line }: Record<string, unknown> & { id?: number | undefined },
  ): number {
    const previous = waiting[kind].get(key);
    const existingId = records.findId(kind, key);
    const id = existingId ?? records.add(kind, key, ignoreIds ? undefined : requestedId);
    // A later line with the same key updates the earlier one, field by field.
    waiting[kind].set(key, {
      isNew: previous?.isNew ?? existingId === undefined,
      line: { ...previous?.line, ...line, id },
    });
    return id;
  }

  /**
   * Validates and tidies a line. Values of exported lines, which have an id, and values that are already
   * stored need not follow the rules for new values.
   */
  function toStoredLine<L extends BadgeLine>(line: L, number: number): L {
    const slug = toPresentSlug(line);
    const stored = records.findStored(line.kind, slug);
    if (keys.has(`${line.kind} ${line.slug}`)) replaced.add([{ number, key: line.slug }]);
    keys.add(`${line.kind} ${line.slug}`);
    const knownCountry = countries.get(slug) ?? stored?.country ?? null;
    const { problem: misplaced, ...place } = line.kind === 'club' ? resolvePlace(line, knownCountry) : {};
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

  /** Returns the line's slug, or a club's present slug if the line has a former one. */
  function toPresentSlug(line: BadgeLine): string {
    const id = line.kind === 'club' ? findByFormerSlug(line.slug) : undefined;
    return id === undefined ? line.slug : records.findKey('club', id);
  }

  /** Finds the id of the club with this former slug, unless it is another club's present slug. */
  function findByFormerSlug(slug: string): number | undefined {
    return records.findId('club', slug) === undefined ? formerSlugs.findId(slug) : undefined;
  }

  function addClub(line: Line<'club'>): number {
    formerSlugs.check(line);
    const id = addRecord('club', line.slug, line);
    formerSlugs.set(id, line.former_slugs);
    return id;
  }

  function addClubLine(line: Line<'club'>, number: number): void {
    if (findByFormerSlug(line.slug) !== undefined) formerSlugLines.push({ line, number });
    else presentSlugClubs.add(addClub(line));
  }

  /** Adds a line with a former slug. The club keeps its present slug and its former ones. */
  function addByFormerSlug(line: Line<'club'>): void {
    const id = formerSlugs.findId(line.slug);
    const slug = id === undefined ? line.slug : records.findKey('club', id);
    if (id !== undefined && presentSlugClubs.has(id)) superseded += 1;
    else if (id === undefined || !line.former_slugs) addClub({ ...line, slug });
    else {
      const slugs = new Set([...formerSlugs.of(id), ...line.former_slugs]);
      slugs.delete(slug);
      addClub({ ...line, slug, former_slugs: [...slugs] });
    }
  }

  function addKitType(line: Line<'kit_type'>): number {
    const isKnown = records.findId('kit_type', line.name) !== undefined;
    return addRecord('kit_type', line.name, isKnown ? withCategoryOrder(line) : completeKitType(line));
  }

  function resolveReference(kit: Line<'kit'>, field: string, kind: RecordKind, key: string): number {
    const id = records.findId(kind, key) ?? (kind === 'club' ? formerSlugs.findId(key) : undefined);
    if (id !== undefined) return id;
    const kindName = kind.replace('_', ' ');
    throw new LineError(
      `"${field}" refers to the ${kindName} ${JSON.stringify(key)}, which neither an earlier line nor the database has`,
      kit.slug,
    );
  }

  function addKit(kit: Line<'kit'>, number: number): void {
    if (kit.former_slugs?.includes(kit.slug)) {
      throw new LineError(`"former_slugs" has ${JSON.stringify(kit.slug)}, which is its slug now`, kit.slug);
    }
    const club = resolveReference(kit, 'club', 'club', kit.club);
    const brand = resolveReference(kit, 'brand', 'brand', kit.brand);
    const competitions = kit.competitions?.map((slug) =>
      resolveReference(kit, 'competitions', 'competition', slug),
    );
    const season =
      records.findId('season', kit.season) ?? addRecord('season', kit.season, { year: kit.season });
    const type = records.findId('kit_type', kit.type) ?? addKitType({ kind: 'kit_type', name: kit.type });
    kits.add(kit, number, { id: ignoreIds ? undefined : kit.id, club, brand, competitions, season, type });
  }

  async function writeRecords(batches: Batches, kind: RecordKind): Promise<void> {
    const lines = [...batches[kind].values()];
    const existing = lines.filter(({ isNew }) => !isNew).map(({ line }) => line);
    const added = lines.filter(({ isNew }) => isNew).map(({ line }) => line);
    await stageRecords(client, kind, existing);
    await insertRecords(client, kind, added);
    count(inserted, RECORD_TABLES[kind].table, added.length);
  }

  /** Starts to write the current batch. Resolves when the previous batch has been written. */
  async function flush(): Promise<void> {
    const batches = waiting;
    waiting = newBatches();
    waitingLines = 0;
    characters = 0;
    const before = writing;
    writing = writeBatch(batches, kits.takeAdded(), before);
    // The error is reported where `writing` is awaited. Until then it must not count as unhandled.
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
     * Adds a line. Throws a LineError if it refers to an unknown record. Returns a promise when a batch is
     * full: await it before adding the next line. The batch is written while the next one is read.
     */
    add(line: AnyLine, { number, text }: Pick<InputLine, 'number' | 'text'>): Promise<void> | undefined {
      if (line.kind === 'kit') addKit(line, number);
      else if (line.kind === 'kit_type') addKitType(line);
      else if (line.kind === 'club') addClubLine(toStoredLine(line, number), number);
      else if (line.kind === 'season') addRecord('season', line.year, line);
      else addRecord(line.kind, line.slug, toStoredLine(line, number));
      waitingLines += 1;
      characters += text.length;
      return waitingLines >= BATCH_LINES || characters >= BATCH_CHARACTERS ? flush() : undefined;
    },
    /**
     * Call after the last line. Adds the lines with former slugs, removes lines that conflict with others in
     * the input or the catalogue, and returns the removed lines in order.
     */
    async leaveOutConflicts(): Promise<InvalidLine[]> {
      const invalid: InvalidLine[] = [];
      for (const { line, number } of formerSlugLines) {
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
      return [...invalid, ...conflicts.invalid].toSorted((left, right) => left.number - right.number);
    },
    /** Writes the last batch, merges all lines into the catalogue, and returns a summary. */
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
        /** The numbers of rows by table. */
        inserted,
        updated,
        /**
         * How many lines with former slugs were skipped, because the input also has lines with the present
         * slugs.
         */
        superseded,
        /** Lines that replaced earlier ones with the same key. */
        replaced: replaced.list(),
        /** Lines that break the rules for new records, and were imported unchanged. */
        unchecked: unchecked.list(),
      };
    },
  };
}

/** Describes a problem of a field and its value; undefined without a problem. */
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

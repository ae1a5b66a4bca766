import { CatalogueError, type CatalogueClient } from '@kitroom/catalogue-client';
import { UnreadableFile } from '@kitroom/tabular';
import { ScrapePending, toCataloguePaused, type Work } from './import-work.ts';
import { ARCHIVE_COLUMNS, toArchiveCells, type ArchiveEntry } from './parse/archive-cells.ts';
import { checkRowNumber, type SourceRow } from './read/source-table.ts';

const PAGE = 100;
const OPTIONS = { timeoutMs: 30_000 };

/** Reads a collector's collection through the catalogue, which reads the archive at its own pace. */
export function readArchive(work: Work, collector: number) {
  return {
    format: 'ndjson' as const,
    columns: ARCHIVE_COLUMNS,
    sheets: [],
    rows: readEntries(work, collector),
  };
}

async function* readEntries(work: Work, userid: number): AsyncGenerator<SourceRow> {
  const { catalogue } = work.context;
  try {
    if (!(await isAvailable(catalogue, userid))) {
      await advanceScrape(work, userid);
      throw new ScrapePending('the collection is being read');
    }
    let number = 0;
    for await (const entry of listEntries(catalogue, userid)) {
      checkRowNumber((number += 1));
      yield { number, cells: toArchiveCells(entry) };
    }
  } catch (error) {
    throw toCataloguePaused(error);
  }
}

/** Whether the catalogue has already read the collection. */
async function isAvailable({ userCollections }: CatalogueClient, userid: number): Promise<boolean> {
  try {
    await userCollections.get({ userid, page: 1, page_size: 1 }, OPTIONS);
    return true;
  } catch (error) {
    if (error instanceof CatalogueError && error.status === 404) return false;
    throw error;
  }
}

/**
 * Starts the import's scrape, or checks its progress. An import starts at most one: restarting a scrape that
 * fails would request pages from the archive forever. The catalogue reports the newest scrape of a collector.
 * Another client may have started it after this import's scrape ended, but it reads the same collection.
 */
async function advanceScrape({ context, record, step }: Work, userid: number): Promise<void> {
  const { userCollections } = context.catalogue;
  if (record.archive_task_id === null) {
    const started = await userCollections.scrape({ userid }, OPTIONS);
    if (started.status === 'processing') await step({ archive_task_id: started.task_id });
    return;
  }
  const { status, entries, error } = await userCollections.progress({ userid }, OPTIONS);
  if (status === 'failed') throw unreadable(userid, error ?? '');
  // The scrape has expired, or the catalogue's database was restored from a backup.
  if (status === 'not_found') throw unreadable(userid, LOST);
  await step({ progress_done: entries });
}

const LOST = 'The catalogue no longer has it. Start another import.';

function unreadable(userid: number, reason: string): UnreadableFile {
  return new UnreadableFile(`The collection ${userid} of the archive could not be read: ${reason}`);
}

/** Lists entries with a kit of the archive, then custom entries. */
async function* listEntries(catalogue: CatalogueClient, userid: number): AsyncGenerator<ArchiveEntry> {
  const { userCollections } = catalogue;
  for (let page = 1, hasNext = true; hasNext; page += 1) {
    const { data, pagination } = await userCollections.get({ userid, page, page_size: PAGE }, OPTIONS);
    yield* data.entries;
    hasNext = pagination.has_next;
  }
  for (let page = 1, hasNext = true; hasNext; page += 1) {
    const { entries, pagination } = await userCollections.customEntries(
      { userid, page, page_size: PAGE },
      OPTIONS,
    );
    yield* entries;
    hasNext = pagination.has_next;
  }
}

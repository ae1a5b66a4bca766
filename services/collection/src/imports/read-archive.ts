import { type CatalogueClient, CatalogueError, followScrape } from '@kitroom/catalogue-client';
import { UnreadableFile } from '@kitroom/tabular';
import { ARCHIVE_COLUMNS, type ArchiveEntry, toArchiveCells } from './parse/archive-cells.ts';
import { ScrapePending, toPaused, type Work } from './work.ts';
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

async function* readEntries({ context, step }: Work, userid: number): AsyncGenerator<SourceRow> {
  const { catalogue } = context;
  try {
    for await (const { status, entries } of followScrape(catalogue, { userid }, OPTIONS)) {
      await step({ progress_done: entries });
      if (status === 'processing') throw new ScrapePending('the collection is being read');
    }
    let number = 0;
    for await (const entry of listEntries(catalogue, userid)) {
      checkRowNumber((number += 1));
      yield { number, cells: toArchiveCells(entry) };
    }
  } catch (error) {
    throw toImportError(error, userid);
  }
}

/** Kits of the archive, then entries in the collector's own words. */
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

function toImportError(error: unknown, userid: number): unknown {
  const isFailed = error instanceof CatalogueError && error.code === 'scrape_failed';
  return isFailed
    ? new UnreadableFile(`The collection ${userid} of the archive could not be read: ${error.detail ?? ''}`)
    : toPaused(error);
}

import { CatalogueError, followScrape } from '@kitroom/catalogue-client';
import { isCatalogueAway } from '../catalogue/catalogue-away.ts';
import { CataloguePaused } from './import-context.ts';
import { ImportRefused } from './reading/import-refused.ts';
import { checkRowNumber, type SourceRow } from './reading/source-table.ts';
import type { Work } from './work.ts';

const PAGE = 100;
const TIMEOUT_MS = 30_000;

/** The columns of an entry; the archive's own ids find the catalogue's kit. */
const COLUMNS = ['kit_archive_id', 'kit_slug', 'name', 'club', 'season'];

/** Reads a collector's collection through the catalogue, which reads the archive at its own pace. */
export function readArchive(work: Work, collector: number) {
  return { format: 'ndjson' as const, columns: COLUMNS, rows: readEntries(work, collector) };
}

async function* readEntries({ context, step }: Work, userid: number): AsyncGenerator<SourceRow> {
  const { catalogue } = context;
  const options = { timeoutMs: TIMEOUT_MS };
  try {
    for await (const { entries } of followScrape(catalogue, { userid }, options)) {
      await step({ progress_done: entries });
    }
    let number = 0;
    for (let page = 1; ; page += 1) {
      const { data, pagination } = await catalogue.userCollections.get(
        { userid, page, page_size: PAGE },
        options,
      );
      for (const entry of data.entries) {
        checkRowNumber((number += 1));
        yield {
          number,
          cells: {
            kit_archive_id: String(entry.kit_id),
            kit_slug: entry.kit_slug,
            name: entry.kit_name,
            club: entry.team_name,
            season: entry.season_year,
          },
        };
      }
      if (!pagination.has_next) return;
    }
  } catch (error) {
    throw toImportError(error, userid);
  }
}

function toImportError(error: unknown, userid: number): unknown {
  if (!(error instanceof CatalogueError)) return error;
  if (error.code === 'scrape_failed') {
    return new ImportRefused(
      `The collection ${userid} of the archive could not be read: ${error.detail ?? ''}`,
    );
  }
  const isToWait = isCatalogueAway(error) || error.status === 429 || error.status === 403;
  return isToWait ? new CataloguePaused(error) : error;
}

import { INTEGER_MAX } from '@kitroom/shared';
import { findKit, type KitRow } from '../kits/kit-rows.ts';
import { readKitKey, type BulkItem } from '../kits/read-bulk-list.ts';
import { searchKitRows, type KitSearch } from '../kits/search-kits.ts';
import { fold } from '../fold.ts';
import { chooseMatches, scoreNames, type Match } from './score-name.ts';

/** The kits that each text may mean: a slug, URL or archive id means one, other texts are searched for. */
export async function matchKits(
  search: KitSearch,
  texts: readonly string[],
): Promise<Array<Array<Match<KitRow>>>> {
  const index = await search.index.read();
  const matches: Array<Array<Match<KitRow>>> = [];
  for (const text of texts) {
    const { slug, archiveId } = toKey(text);
    const known =
      index.kits.getBySlug(slug) ??
      (archiveId === undefined ? undefined : index.kits.getByArchiveId(archiveId));
    const kit = findKit(index, known);
    matches.push(
      kit ? [{ row: kit, score: 1 }] : /\s/.test(text.trim()) ? await findByName(search, text) : [],
    );
  }
  return matches;
}

/** As in a bulk request; digits alone are an archive id. */
function toKey(text: string): BulkItem {
  const trimmed = text.trim();
  if (/^\d{1,10}$/.test(trimmed)) return withinRange({ slug: trimmed, archiveId: Number(trimmed) });
  return withinRange(readKitKey(trimmed));
}

function withinRange(key: BulkItem): BulkItem {
  return (key.archiveId ?? 0) <= INTEGER_MAX ? key : { slug: key.slug };
}

async function findByName(search: KitSearch, text: string): Promise<Array<Match<KitRow>>> {
  const asked = fold(text);
  const found = await searchKitRows(search, text.trim());
  const scored = found.map((row) => ({
    row,
    score: scoreNames(asked, [fold(row.name), fold(row.name.replace(/ kit$/i, ''))]),
  }));
  return chooseMatches(scored);
}

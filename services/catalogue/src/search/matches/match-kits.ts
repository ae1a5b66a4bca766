import { findSeason, fold, INTEGER_MAX } from '@kitroom/shared';
import { findKit, toKitRows, type KitRow } from '../../kits/kit-rows.ts';
import { readKitKey, type BulkItem } from '../../kits/list-kits-in-bulk.ts';
import type { CatalogueIndex } from '../index/catalogue-index.ts';
import { withoutKitWords } from '../kits/parse-kit-search.ts';
import { findKits } from '../kits/search-kits.ts';
import { spellName } from '../text/words.ts';
import { scoreNames, type Match } from './match-names.ts';
import { listOwnNames } from './national-teams.ts';

/** More kits than any club has in a season. */
const KITS_OF_SEASON_MAX = 50;

/** The kits that a text may mean: a slug, URL or archive id means one, other texts are searched for. */
export function matchKit(index: CatalogueIndex, text: string): Array<Match<KitRow>> {
  const { slug, archiveId } = toKey(text);
  const known =
    index.kits.getBySlug(slug) ??
    (archiveId === undefined ? undefined : index.kits.getByArchiveId(archiveId));
  const kit = findKit(index, known);
  if (kit) return [{ row: kit, score: 1 }];
  return /\s/.test(text.trim()) ? findByName(index, text) : [];
}

/** The kits of each club in a season, at most fifty. */
export function listKitsOfSeasons(
  index: CatalogueIndex,
  pairs: ReadonlyArray<{ club: number; season: number }>,
): KitRow[][] {
  const page = { offset: 0, limit: KITS_OF_SEASON_MAX };
  return pairs.map(({ club, season }) =>
    toKitRows(index, index.kits.list({ club, seasons: [season] }, page).kits),
  );
}

/** Reads a text as an item of a bulk request; digits alone are an archive id. */
function toKey(text: string): BulkItem {
  const trimmed = text.trim();
  if (/^\d{1,10}$/.test(trimmed)) return withinRange({ slug: trimmed, archiveId: Number(trimmed) });
  return withinRange(readKitKey(trimmed));
}

function withinRange(key: BulkItem): BulkItem {
  return (key.archiveId ?? 0) <= INTEGER_MAX ? key : { slug: key.slug };
}

function findByName(index: CatalogueIndex, text: string): Array<Match<KitRow>> {
  const queries = spellName(toComparable(text));
  const { rows } = findKits(index, text.trim());
  return rows.map((row) => {
    const names = listNames(row);
    return { row, score: Math.max(...queries.map((query) => scoreNames(query, names))) };
  });
}

/** The name of a kit, and its variants with each other name of its club. */
function listNames({ name, team }: KitRow): string[] {
  const kitName = toComparable(name);
  const club = toComparable(team.name);
  const clubNames = kitName.startsWith(`${club} `) ? listOwnNames(team) : [];
  return [kitName, ...clubNames.map((clubName) => `${clubName}${kitName.slice(club.length)}`)];
}

/** Folds a text, writes its season as catalogues do, and removes words that only mean `kit`. */
function toComparable(text: string): string {
  const season = findSeason(text);
  const written = season ? `${text.slice(0, season.start)}${season.year}${text.slice(season.end)}` : text;
  return withoutKitWords(fold(written));
}

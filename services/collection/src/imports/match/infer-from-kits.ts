import type { ParsedRow } from '../parse/parse-row.ts';
import { findKitKinds, readKitKind } from '../parse/read-values.ts';
import { toNameKey } from '../parse/value-words.ts';
import type { RowDraft } from './fill-fields.ts';
import type { Candidate } from './name-queries.ts';
import { lookupKey, type KnownNames, type ResolvedNames } from './resolve-name.ts';

/**
 * The clubs and seasons, each as `<club id> <season id>`, whose kits can complete a row; empty if the row has
 * a kit, no club, or another type than jersey. A single year also means the seasons that begin or end in it.
 */
export function listClubSeasons(
  parsed: ParsedRow,
  names: ResolvedNames,
  decided: Readonly<Record<string, unknown>>,
  known: KnownNames,
): string[] {
  const { matches, candidates, unknown } = names;
  const types = [decided, parsed.values, parsed.defaults.values].map((values) => values['item_type']);
  const isShirt = (types.find((type) => type !== undefined) ?? 'jersey') === 'jersey';
  const hasKit = matches['kit'] ?? candidates['kit'] ?? unknown.kit ?? decided['kit'];
  const club = decided['club'] ?? findMatch('club', names);
  if (!isShirt || parsed.isLiteral || hasKit || typeof club !== 'number') return [];
  const season = decided['season'] ?? findMatch('season', names);
  const idsOfYear = 'season' in decided ? [] : listSeasonsOfYear(parsed, known).map(({ id }) => id);
  const seasons = new Set(typeof season === 'number' ? [season, ...idsOfYear] : idsOfYear);
  return [...seasons].map((id) => `${club} ${id}`);
}

/** The id of the record that a row names or, without a name, of the default. */
function findMatch(field: 'club' | 'season', names: ResolvedNames): number | undefined {
  const isUnnamed = !(field in names.candidates) && !(field in names.unknown);
  const fallback = isUnnamed ? names.defaults[field] : undefined;
  return names.matches[field]?.id ?? (fallback && 'match' in fallback ? fallback.match.id : undefined);
}

/** The seasons that a single year may mean, if the user has not chosen one. */
function listSeasonsOfYear(parsed: ParsedRow, known: KnownNames): Candidate[] {
  const text = parsed.names.season?.texts.at(-1) ?? '';
  const name = /^(?:19|20)\d\d$/.test(text) ? known.get(lookupKey('season', text)) : undefined;
  return name?.chosen ? [] : (name?.candidates ?? []);
}

/**
 * Infers the kit of a row if exactly one kit of its club and season has the kind that the name or a column
 * gives, and the brand if all of these kits have the same one. If the row names a brand, only its kits count.
 */
export function inferFromKits(
  { values, errors }: RowDraft,
  parsed: ParsedRow,
  names: ResolvedNames,
  known: KnownNames,
  decided: Readonly<Record<string, unknown>>,
): void {
  const bySeason = listClubSeasons(parsed, names, decided, known).map(
    (pair) => known.get(lookupKey('club_season', pair))?.candidates ?? [],
  );
  // If the year itself is the name of a season, kits of that season take precedence.
  const [kitsOfNamed = []] = names.matches['season']?.score === 1 ? bySeason : [];
  const kits = kitsOfNamed.length > 0 ? kitsOfNamed : bySeason.flat();
  const hasBrand =
    'brand' in values || 'brand_text' in values || 'brand' in names.candidates || parsed.errors['brand'];
  const fitting = hasBrand ? kits.filter(({ fills }) => fills?.['brand'] === values['brand']) : kits;
  const kit = findKit(fitting, parsed);
  if (kit) {
    names.kit = kit;
    names.matches['kit'] = { id: kit.id, name: kit.name, score: 1, inferred: true };
    values['kit'] = kit.id;
  }
  const seasonId = findOnly(kit ? [kit] : kits, 'season');
  const season = listSeasonsOfYear(parsed, known).find(({ id }) => id === seasonId);
  if (season && values['season'] !== seasonId && !('season' in decided)) {
    values['season'] = seasonId;
    names.matches['season'] = { id: season.id, name: season.name, score: season.score, inferred: true };
    delete values['season_text'];
    delete errors['season'];
    delete names.unknown.season;
    delete names.candidates['season'];
  }
  const brand = findOnly(kits, 'brand');
  if (hasBrand || brand === undefined) return;
  values['brand'] = brand;
  names.matches['brand'] = { id: brand, name: kits[0]?.brand ?? '', score: 1, inferred: true };
}

/** The id of the brand or season that all kits share. */
function findOnly(kits: readonly Candidate[], field: 'brand' | 'season'): number | undefined {
  const [id, ...others] = new Set(kits.map(({ fills }) => fills?.[field]));
  return typeof id === 'number' && others.length === 0 ? id : undefined;
}

/** Words for training tops and the like: they are not match shirts, although they may be called `Home`. */
const NOT_MATCH_KITS = /\b(?:training|pre ?match|warm ?up|travel|jacket|polo|presentation)\b/;

function findKit(kits: readonly Candidate[], { texts, defaults }: ParsedRow): Candidate | undefined {
  const kindText = texts.get('kit_type')?.trim();
  const named = kindText === undefined ? (texts.get('name') ?? '') : kindText;
  const exact =
    kindText === undefined ? [] : kits.filter(({ type }) => toNameKey(type ?? '') === toNameKey(kindText));
  if (exact.length === 1) return exact[0];
  if (NOT_MATCH_KITS.test(toNameKey(named))) return undefined;
  const kinds = findKitKinds(named);
  const namedKind = kinds.has('goalkeeper') ? 'goalkeeper' : kinds.size === 1 ? [...kinds][0] : undefined;
  const kind = readKitKind(kindText ?? '') ?? namedKind ?? readKitKind(defaults.texts.get('kit_type') ?? '');
  const fitting = kits.filter((kit) => kind !== undefined && kindOf(kit) === kind);
  const plain = fitting.filter(({ type }) => readKitKind(type ?? '') === kind);
  return [fitting, plain].find((list) => list.length === 1)?.[0];
}

function kindOf({ type = '', is_goalkeeper: isGoalkeeper, category }: Candidate) {
  if (category !== undefined && category !== 'match') return undefined;
  return isGoalkeeper ? 'goalkeeper' : [...findKitKinds(type)][0];
}

import { findKitKinds, readKitKind } from '../parse/read-values.ts';
import { toNameKey } from '../parse/value-words.ts';
import type { ParsedRow } from '../parse/parse-row.ts';
import type { Candidate } from './name-queries.ts';
import { nameKey, type KnownNames, type ResolvedNames } from './resolve-name.ts';

/** The club and season whose kits may supply what a row omits; undefined if nothing is missing. */
export function findClubSeason(
  parsed: ParsedRow,
  { matches, candidates, unknown, defaults }: ResolvedNames,
  decided: Readonly<Record<string, unknown>>,
): string | undefined {
  const types = [decided, parsed.values, parsed.defaults.values].map((values) => values['item_type']);
  const isShirt = (types.find((type) => type !== undefined) ?? 'jersey') === 'jersey';
  const hasKit = matches['kit'] ?? candidates['kit'] ?? unknown.kit ?? decided['kit'];
  const [club, season] = (['club', 'season'] as const).map((field) => {
    const isOpen = !(field in candidates) && !(field in unknown);
    const fallback = isOpen ? defaults[field] : undefined;
    return (
      decided[field] ??
      matches[field]?.id ??
      (fallback && 'match' in fallback ? fallback.match.id : undefined)
    );
  });
  const isOpen = isShirt && !parsed.isLiteral && !hasKit;
  return isOpen && typeof club === 'number' && typeof season === 'number' ? `${club} ${season}` : undefined;
}

/**
 * Infers the kit of a row, if exactly one of its club and season fits the kind given by the name or a column, and the
 * brand, if all of these kits have the same. Only kits of the brand that the row names are considered.
 */
export function inferFromKits(
  values: Record<string, unknown>,
  parsed: ParsedRow,
  names: ResolvedNames,
  known: KnownNames,
): void {
  const pair = findClubSeason(parsed, names, values);
  const kits = pair === undefined ? [] : (known.get(nameKey('club_season', pair))?.candidates ?? []);
  const hasBrand =
    'brand' in values || 'brand_text' in values || 'brand' in names.candidates || parsed.errors['brand'];
  const fitting = hasBrand ? kits.filter(({ fills }) => fills?.['brand'] === values['brand']) : kits;
  const kit = findKit(fitting, parsed);
  if (kit) {
    names.kit = kit;
    names.matches['kit'] = { id: kit.id, name: kit.name, score: 1, inferred: true };
    values['kit'] = kit.id;
  }
  const [brand, ...others] = new Set(kits.map(({ fills }) => fills?.['brand']));
  if (hasBrand || typeof brand !== 'number' || others.length > 0) return;
  values['brand'] = brand;
  names.matches['brand'] = { id: brand, name: kits[0]?.brand ?? '', score: 1, inferred: true };
}

/** Training tops and the like are no shirt of a match, although they may be called `Home`. */
const OTHER_KITS = /\b(?:training|pre ?match|warm ?up|travel|jacket|polo|presentation)\b/;

function findKit(kits: readonly Candidate[], { texts, defaults }: ParsedRow): Candidate | undefined {
  const kindText = texts.get('kit_type')?.trim();
  const named = kindText === undefined ? (texts.get('name') ?? '') : kindText;
  const exact =
    kindText === undefined ? [] : kits.filter(({ type }) => toNameKey(type ?? '') === toNameKey(kindText));
  if (exact.length === 1) return exact[0];
  if (OTHER_KITS.test(toNameKey(named))) return undefined;
  const kinds = findKitKinds(named);
  const ofName = kinds.has('goalkeeper') ? 'goalkeeper' : kinds.size === 1 ? [...kinds][0] : undefined;
  const kind = readKitKind(kindText ?? '') ?? ofName ?? readKitKind(defaults.texts.get('kit_type') ?? '');
  const fitting = kits.filter((kit) => kind !== undefined && kindOf(kit) === kind);
  const plain = fitting.filter(({ type }) => readKitKind(type ?? '') === kind);
  return [fitting, plain].find((found) => found.length === 1)?.[0];
}

function kindOf({ type = '', is_goalkeeper: isGoalkeeper, category }: Candidate) {
  if (category !== undefined && category !== 'match') return undefined;
  return isGoalkeeper ? 'goalkeeper' : [...findKitKinds(type)][0];
}

import { readSeasonCell } from '@kitroom/shared';
import { REFERENCE_FIELDS, type ReferenceField } from '../../reference/reference-fields.ts';
import type { NameMatch } from '../import-row-queries.ts';
import type { NameQuery, ParsedRow } from '../parse/parse-row.ts';
import { isNumberText, looksLikeDate } from '../read/sniff-values.ts';
import type { Candidate, LookupField, NameRow } from './name-queries.ts';

/**
 * A candidate is good from this score on, and the only good one if it is better than the next by this much.
 */
const GOOD = 0.6;
const MARGIN = 0.15;

/** What the names of an import may mean. */
export type KnownNames = ReadonlyMap<string, Pick<NameRow, 'candidates' | 'chosen'>>;

export type NameOutcome = { match: Candidate } | { candidates: Candidate[] } | { unknown: string };

export function nameKey(field: LookupField, text: string): string {
  return `${field} ${text}`;
}

/** What the names of a row mean. */
export interface ResolvedNames {
  matches: Record<string, NameMatch>;
  candidates: Record<string, NameMatch[]>;
  /** The names that were not found, as they are written. */
  unknown: Partial<Record<ReferenceField, string>>;
  kit: Candidate | undefined;
  /** What the defaults of fields mean that the row says nothing about. */
  defaults: Partial<Record<ReferenceField, NameOutcome>>;
}

/** Resolves the names of a row; what the user decided for the row comes first. */
export function resolveNames(
  parsed: ParsedRow,
  decided: Readonly<Record<string, unknown>>,
  known: KnownNames,
): ResolvedNames {
  const names: ResolvedNames = { matches: {}, candidates: {}, unknown: {}, kit: undefined, defaults: {} };
  for (const field of REFERENCE_FIELDS) {
    const [own, fallback] = [parsed.names[field], parsed.defaults.names[field]];
    if (field in decided || `${field}_text` in decided) continue;
    if (own) addOutcome(names, field, resolveName(field, own, known));
    else if (fallback) names.defaults[field] = resolveName(field, fallback, known);
  }
  return names;
}

/** Adds what a name means to those of its row. */
export function addOutcome(names: ResolvedNames, field: ReferenceField, found: NameOutcome): void {
  if ('match' in found) {
    names.matches[field] = toMatch(found.match);
    if (field === 'kit') names.kit = found.match;
  } else if ('candidates' in found) names.candidates[field] = found.candidates.map(toMatch);
  else names.unknown[field] = found.unknown;
}

function toMatch({ id, name, score }: Candidate): NameMatch {
  return { id, name, score };
}

/** Finds what a name means: one record, one of several, or none that is known. */
function resolveName(field: ReferenceField, { texts, id }: NameQuery, known: KnownNames): NameOutcome {
  const found = texts.map((text) => known.get(nameKey(field, text)));
  const chosen = found.find((one) => one?.chosen)?.chosen;
  if (chosen) return { match: chosen };
  for (const one of found) {
    const candidates = one?.candidates ?? [];
    const named = candidates.find((candidate) => candidate.id === id && candidate.score >= 1 - MARGIN);
    if (named) return { match: named };
    const decision = decide(candidates);
    if (decision) return decision;
  }
  const isSpoilt = texts.every((text) => looksSpoilt(field, text));
  return id !== undefined && isSpoilt
    ? { match: { id, name: '', score: 1 } }
    : { unknown: texts.at(-1) ?? '' };
}

/**
 * Whether a spreadsheet seems to have changed a name: into a date, a number or an error, or its letters into
 * others.
 */
function looksSpoilt(field: ReferenceField, text: string): boolean {
  if (field === 'season') return readSeasonCell(text) === undefined;
  return (
    isNumberText(text) ||
    looksLikeDate(text) ||
    /^#|^\p{L}{3,4}-\d\d$|[ÃÂ][\u0080-\u00BF]|â€|\uFFFD/u.test(text)
  );
}

function decide(candidates: readonly Candidate[]): NameOutcome | undefined {
  const exact = candidates.filter(({ score }) => score === 1);
  const [only] = exact;
  if (only && exact.length === 1) return { match: only };
  if (exact.length > 1) return { candidates: exact };
  const [best, next] = candidates;
  if (!best || best.score < GOOD) return undefined;
  if (next && next.score >= GOOD && best.score - next.score < MARGIN) {
    return { candidates: candidates.filter(({ score }) => score >= GOOD) };
  }
  return { match: best };
}

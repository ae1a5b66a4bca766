import { readSeasonCell } from '@kitroom/shared';
import { REFERENCE_FIELDS, type ReferenceField } from '../../reference/reference-fields.ts';
import type { NameMatch } from '../import-row-queries.ts';
import type { NameQuery, ParsedRow } from '../parse/parse-row.ts';
import { isNumberText, looksLikeDate } from '../read/sniff-values.ts';
import type { Candidate, LookupField, NameRow } from './name-queries.ts';

/** A candidate is good from `GOOD` on, and wins if its score is higher than the next one's by `MARGIN`. */
const GOOD = 0.6;
const MARGIN = 0.15;

/** The names of an import with their candidates and the user's choice, by `lookupKey`. */
export type KnownNames = ReadonlyMap<string, Pick<NameRow, 'candidates' | 'chosen'>>;

export type NameOutcome = { match: Candidate } | { candidates: Candidate[] } | { unknown: string };

export function lookupKey(field: LookupField, text: string): string {
  return `${field} ${text}`;
}

/** The records that the names of a row resolved to. */
export interface ResolvedNames {
  matches: Record<string, NameMatch>;
  candidates: Record<string, NameMatch[]>;
  /** The names that were not found, as in the file. */
  unknown: Partial<Record<ReferenceField, string>>;
  kit: Candidate | undefined;
  /** The resolved defaults of fields that the row does not fill. */
  defaults: Partial<Record<ReferenceField, NameOutcome>>;
}

/** Resolves the names of a row, except for fields that the user has decided. */
export function resolveNames(
  parsed: ParsedRow,
  decided: Readonly<Record<string, unknown>>,
  known: KnownNames,
): ResolvedNames {
  const names: ResolvedNames = { matches: {}, candidates: {}, unknown: {}, kit: undefined, defaults: {} };
  for (const field of REFERENCE_FIELDS) {
    const [name, fallback] = [parsed.names[field], parsed.defaults.names[field]];
    if (field in decided || `${field}_text` in decided) continue;
    if (name) addOutcome(names, field, resolveName(field, name, known));
    else if (fallback) names.defaults[field] = resolveName(field, fallback, known);
  }
  return names;
}

/** Adds the outcome of resolving a field's name to those of its row. */
export function addOutcome(names: ResolvedNames, field: ReferenceField, outcome: NameOutcome): void {
  if ('match' in outcome) {
    names.matches[field] = toMatch(outcome.match);
    if (field === 'kit') names.kit = outcome.match;
  } else if ('candidates' in outcome) names.candidates[field] = outcome.candidates.map(toMatch);
  else names.unknown[field] = outcome.unknown;
}

function toMatch({ id, name, score }: Candidate): NameMatch {
  return { id, name, score };
}

/** Resolves a name to a record, to several candidates, or to nothing. */
function resolveName(field: ReferenceField, { texts, id }: NameQuery, known: KnownNames): NameOutcome {
  const names = texts.map((text) => known.get(lookupKey(field, text)));
  const chosen = names.find((name) => name?.chosen)?.chosen;
  if (chosen) return { match: chosen };
  for (const name of names) {
    const candidates = name?.candidates ?? [];
    const sameId = candidates.find((candidate) => candidate.id === id && candidate.score >= 1 - MARGIN);
    if (sameId) return { match: sameId };
    const outcome = chooseCandidate(candidates);
    if (outcome) return outcome;
  }
  const isGarbled = texts.every((text) => looksGarbled(field, text));
  return id !== undefined && isGarbled
    ? { match: { id, name: '', score: 1 } }
    : { unknown: texts.at(-1) ?? '' };
}

/**
 * Whether a spreadsheet seems to have turned a name into a date, a number, an error or wrongly decoded text.
 */
function looksGarbled(field: ReferenceField, text: string): boolean {
  if (field === 'season') return readSeasonCell(text) === undefined;
  return (
    isNumberText(text) ||
    looksLikeDate(text) ||
    /^#|^\p{L}{3,4}-\d\d$|[ÃÂ][\u0080-\u00BF]|â€|\uFFFD/u.test(text)
  );
}

/** The winning candidate, several good ones, or undefined if none is good. */
function chooseCandidate(candidates: readonly Candidate[]): NameOutcome | undefined {
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

import type { NameField } from '../understand/import-fields.ts';
import type { Candidate, NameRow } from './name-queries.ts';
import type { NameQuery } from '../understand/parse-row.ts';

/** A candidate is good from this score on, and the only good one if it is better than the next by this much. */
const GOOD = 0.6;
const MARGIN = 0.15;

/** What the names of an import may mean. */
export type KnownNames = ReadonlyMap<string, Pick<NameRow, 'candidates' | 'chosen'>>;

export type NameOutcome = { match: Candidate } | { candidates: Candidate[] } | { unknown: string };

export function nameKey(field: NameField, text: string): string {
  return `${field} ${text}`;
}

/** What a name means: one record, one of several, or none that is known. */
export function understandName(field: NameField, { texts, id }: NameQuery, known: KnownNames): NameOutcome {
  const found = texts.map((text) => known.get(nameKey(field, text)));
  const chosen = found.find((one) => one?.chosen)?.chosen;
  if (chosen) return { match: chosen };
  for (const one of found) {
    const candidates = one?.candidates ?? [];
    const named = candidates.find((candidate) => candidate.id === id && candidate.score >= 1 - MARGIN);
    if (named) return { match: named };
    const understood = decide(candidates);
    if (understood) return understood;
  }
  if (texts.length === 0 && id !== undefined) return { match: { id, name: '', score: 1 } };
  return { unknown: texts.at(-1) ?? '' };
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

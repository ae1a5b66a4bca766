import type { Suggestion } from '@kitroom/catalogue-client';
import { nameColour } from '../components/format.ts';
import type { RecordLink } from '../components/record-links.tsx';
import { toKitsPath, type useKitSearch } from '../components/use-kits.ts';
import { toSuggestionPath } from '../components/use-suggestions.ts';
import { COLOURS, DESIGNS } from './kit-filter-options.ts';

type ExplainedSearch = NonNullable<ReturnType<typeof useKitSearch>['data']>;

/** The contents of the search screen. */
export interface SearchResults {
  /** The clubs, brands, competitions and seasons that match. */
  records: RecordLink[];
  /** Link to all kits of the club in the keyword, or of the best matching record. */
  all: { path: string; text: string } | undefined;
  kits: ExplainedSearch['results'];
  /** Kits that match only some of the words. */
  partial: ExplainedSearch['results'];
  /** Names that are similar to the keyword, if nothing matches it. */
  nearest: RecordLink[];
}

/**
 * Arranges the results of a search. Suggestions without a matched range are only similar to the keyword,
 * unless an alias matches.
 */
export function arrangeResults(search: ExplainedSearch, suggestions: readonly Suggestion[]): SearchResults {
  const { results, interpretation, tier } = search;
  const matching = suggestions.filter(
    ({ type, id, matched }) => matched.length > 0 || (type === 'club' && id === interpretation.club?.id),
  );
  const isPartial = isPartialTier(tier);
  const kits = isPartial ? [] : results;
  return {
    records: matching.map(toRecordLink),
    all: linkToAll(interpretation, matching[0]),
    kits,
    partial: isPartial ? results : [],
    nearest: matching.length + kits.length === 0 ? suggestions.map(toRecordLink) : [],
  };
}

/**
 * Whether kits match only some of the words, or only similar words. Such kits are shown only on request.
 */
export function isPartialTier(tier: ExplainedSearch['tier']): boolean {
  return tier === 'any_term' || tier === 'similar_words';
}

function toRecordLink(suggestion: Suggestion): RecordLink {
  const { type, label, detail, image } = suggestion;
  const kind = type.charAt(0).toUpperCase() + type.slice(1);
  return {
    path: toSuggestionPath(suggestion),
    name: label,
    detail: [kind, detail].filter(Boolean).join(' · '),
    image: type === 'club' ? image : null,
  };
}

function linkToAll({ club, type, terms }: ExplainedSearch['interpretation'], best: Suggestion | undefined) {
  if (club && type) {
    const text = `All ${type.name.toLowerCase()} kits of ${club.name}`;
    return { path: toKitsPath({ club: club.id, type: type.id }), text };
  }
  if (club) return { path: toKitsPath({ club: club.id }), text: `All kits of ${club.name}` };
  if (!best) return linkToLook(terms.join(' '));
  return { path: toKitsPath({ [best.type]: best.id }), text: `All kits of ${best.label}` };
}

/** A link to all kits of a colour or design, if the keyword is its name. */
function linkToLook(keyword: string) {
  const isKeyword = (name: string) => name.toLowerCase() === keyword;
  const colour = COLOURS.find(isKeyword);
  if (colour)
    return {
      path: toKitsPath({ primary_color: colour }),
      text: `All ${nameColour(colour).toLowerCase()} kits`,
    };
  const design = DESIGNS.find(isKeyword);
  if (!design) return undefined;
  return { path: toKitsPath({ design }), text: `All kits with the design “${design}”` };
}

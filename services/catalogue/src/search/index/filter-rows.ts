import type { ColourName, Design } from '@kitroom/shared';
import { hasOneOf, narrow, selectRows, type Condition, type Selection } from './column.ts';
import { selectAll, type CurrentSegment, type KitSegment } from './kit-segment.ts';
import { selectMatching, type KitMatch } from './search-kit-rows.ts';

/** The filters of kit lists, as ids. */
export interface KitFilters {
  club?: number | undefined;
  clubs?: readonly number[] | undefined;
  brand?: number | undefined;
  competition?: number | undefined;
  seasons?: readonly number[] | undefined;
  types?: readonly number[] | undefined;
  country?: string | undefined;
  primaryColour?: ColourName | undefined;
  secondaryColours?: readonly ColourName[];
  design?: Design | undefined;
  /** The kits that a keyword finds. */
  match?: KitMatch | undefined;
}

/** The current rows that match filters; undefined if all rows do. */
export function filterRows(segment: CurrentSegment, filters: KitFilters): Selection | undefined {
  const { current, scratch } = segment;
  const { match } = filters;
  const conditions = toConditions(segment, filters).toSorted((left, right) => left.count - right.count);
  const rarest = match ? undefined : conditions.shift();
  if (!match && !rarest && !current) return undefined;
  let selection = match
    ? selectMatching(segment, match)
    : rarest
      ? selectRows(rarest, scratch)
      : selectAll(segment);
  for (const condition of conditions) selection = narrow(selection, condition, scratch);
  return current ? narrow(selection, { codes: current, accepted: MARKED }, scratch) : selection;
}

/** Accepts rows that are marked with 1. */
const MARKED = Uint8Array.of(0, 1);

function toConditions(segment: KitSegment, filters: KitFilters): Condition[] {
  const { club, clubs, brand, competition, seasons, types, country, primaryColour, design } = filters;
  return [
    ...(club === undefined ? [] : [hasOneOf(segment.clubs, [club])]),
    ...(clubs ? [hasOneOf(segment.clubs, clubs)] : []),
    ...(brand === undefined ? [] : [hasOneOf(segment.brands, [brand])]),
    ...(competition === undefined ? [] : [hasOneOf(segment.competitions, [competition])]),
    ...(seasons ? [hasOneOf(segment.seasons, seasons)] : []),
    ...(types ? [hasOneOf(segment.types, types)] : []),
    ...(country === undefined ? [] : [hasOneOf(segment.countries, [country])]),
    ...(primaryColour === undefined ? [] : [hasOneOf(segment.primaryColours, [primaryColour])]),
    ...(design === undefined ? [] : [hasOneOf(segment.designs, [design])]),
    ...(filters.secondaryColours ?? []).map((colour) => hasOneOf(segment.secondaryColours, [colour])),
  ];
}

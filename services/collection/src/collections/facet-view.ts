import type * as z from 'zod';
import { FACET_VALUES_MAX, type collectionFacets, type FacetField } from '@kitroom/collection-client';
import { toCount, type CountRow } from './counted-fields.ts';
import type { FacetRow } from './facet-queries.ts';

type Facets = z.input<typeof collectionFacets>;

/**
 * The numbers of items by field, with the most frequent values first, and equally frequent ones sorted by
 * label.
 */
export function toFacets({ total, ...counts }: FacetRow): Facets {
  const facets = Object.entries(counts).map(([field, rows]) => [field, toFacet(field as FacetField, rows)]);
  return { total, facets: Object.fromEntries(facets) };
}

function toFacet(field: FacetField, rows: readonly CountRow[]) {
  return rows
    .map((row) => {
      const { id: value, name, count } = toCount(field, row);
      return { value, label: name ?? String(value), count };
    })
    .toSorted((left, right) => right.count - left.count || byLabel.compare(left.label, right.label))
    .slice(0, FACET_VALUES_MAX);
}

const byLabel = new Intl.Collator('en', { numeric: true });

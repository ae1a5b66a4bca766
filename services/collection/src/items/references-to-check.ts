import { COPIES, REFERENCE_FIELDS, type ReferenceField } from '../reference/reference-fields.ts';
import type { References } from '../reference/resolve-references.ts';
import { willBeDraft, type ItemFacts } from './validate-item.ts';
import type { ItemInput } from './item-columns.ts';

type Facts = Pick<ItemFacts, 'stored' | 'isPartial'>;

/** Whether a change makes a draft an item like any other. */
export function publishesDraft(input: ItemInput, facts: Facts): boolean {
  return facts.stored?.is_draft === true && !willBeDraft(input, facts);
}

/**
 * What an item is to name and must exist. What it names already stays, whatever the catalogue has done since; only a
 * draft that is published is checked whole: what it names may have been saved while nobody could tell.
 */
export function referencesToCheck(input: ItemInput, facts: Facts): References {
  const isPublished = publishesDraft(input, facts);
  const toCheck = (field: ReferenceField) => {
    const stored = facts.stored?.[COPIES[field].column] ?? null;
    const named = input.sent.has(field) ? input.values[field] : facts.isPartial ? stored : null;
    return named === stored && !isPublished ? null : named;
  };
  return Object.fromEntries(REFERENCE_FIELDS.map((field) => [field, toCheck(field)]));
}

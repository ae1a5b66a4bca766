import { COPIES, REFERENCE_FIELDS, type ReferenceField } from '../reference/reference-fields.ts';
import type { References } from '../reference/resolve-references.ts';
import { willBeDraft, type ItemFacts } from './validate-item.ts';
import type { ItemInput } from './item-columns.ts';

type ItemState = Pick<ItemFacts, 'stored' | 'isPartial'>;

/** Whether a change turns a draft into a regular item. */
export function publishesDraft(input: ItemInput, state: ItemState): boolean {
  return state.stored?.is_draft === true && !willBeDraft(input, state);
}

/**
 * The references of an item that must exist. Those already stored remain valid, even if the catalogue has removed
 * them; only publishing a draft checks them all, as they may have been saved while the catalogue was unavailable.
 */
export function referencesToCheck(input: ItemInput, state: ItemState): References {
  const isPublished = publishesDraft(input, state);
  const toCheck = (field: ReferenceField) => {
    const stored = state.stored?.[COPIES[field].column] ?? null;
    const isGiven = input.sent.has(field) || field in input.values;
    const named = isGiven ? input.values[field] : state.isPartial ? stored : null;
    return named === stored && !isPublished ? null : named;
  };
  return Object.fromEntries(REFERENCE_FIELDS.map((field) => [field, toCheck(field)]));
}

import { findKitFills } from '../reference/reference-queries.ts';
import { REFERENCE_FIELDS } from '../reference/reference-fields.ts';
import type { KitFills } from '../reference/kit-fills.ts';
import { resolveReferences, type ReferenceContext } from '../reference/resolve-references.ts';
import { toFields, type ItemInput } from './item-columns.ts';
import type { ItemFacts } from './validate-item.ts';

/**
 * Adds what an item takes from a new kit: fields that the request leaves out, and of those of a stored item only the
 * empty ones. Call it once the kit's copy was resolved. Without one that is complete, nothing is added: the catalogue
 * is unavailable, or has no such kit.
 */
export async function fillFromKit(
  context: ReferenceContext,
  input: ItemInput,
  facts: Pick<ItemFacts, 'stored' | 'isPartial'>,
): Promise<ItemInput> {
  const { kit } = input.values;
  const kept = facts.isPartial ? facts.stored : undefined;
  if (typeof kit !== 'number' || kit === kept?.kit_id) return input;
  const fills = await findKitFills(context.db, kit);
  if (!fills) return input;
  const before = kept ? toFields(kept) : {};
  const open = Object.entries(fills).filter(
    ([field]) => !input.sent.has(field) && isEmpty(before[field as keyof KitFills]),
  );
  const added = await omitUnknown(context, Object.fromEntries(open));
  return {
    ...input,
    values: { ...input.values, ...added },
    sent: new Set([...input.sent, ...Object.keys(added)]),
  };
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}

/** The catalogue may have removed a record since the kit's copy was made. */
async function omitUnknown(context: ReferenceContext, added: Partial<KitFills>): Promise<Partial<KitFills>> {
  const references = REFERENCE_FIELDS.filter((field) => field !== 'kit').map((field) => [
    field,
    added[field],
  ]);
  const unknown = await resolveReferences(context, Object.fromEntries(references));
  const isKnown = ([field]: [string, unknown]) => !unknown.some((one) => one.field === field);
  return Object.fromEntries(Object.entries(added).filter(isKnown));
}

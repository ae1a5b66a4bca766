import { TEXT_OF } from '@kitroom/collection-client';
import { REFERENCE_FIELDS, type KitFills } from '../reference/reference-fields.ts';
import { findKitFills } from '../reference/reference-queries.ts';
import { resolveReferences, type ReferenceContext } from '../reference/resolve-references.ts';
import { toFields, type ItemInput } from './item-columns.ts';
import type { ItemState } from './validate-item.ts';

/**
 * Adds what an item takes from a new kit: fields that the request leaves out, and of those of a stored item
 * only the empty ones, in whose place there is no text. Call it once the kit's copy was resolved.
 */
export async function fillFromKit(
  context: ReferenceContext,
  input: ItemInput,
  state: ItemState,
): Promise<ItemInput> {
  return addFills(input, state, takesFills(input, state) ? await findFills(context, input) : {});
}

/**
 * What an input's kit gives to items. Nothing without a copy that is complete: the catalogue is unavailable,
 * or has no such kit.
 */
export async function findFills(
  context: ReferenceContext,
  { values }: ItemInput,
): Promise<Partial<KitFills>> {
  const fills = typeof values.kit === 'number' ? await findKitFills(context.db, values.kit) : undefined;
  return omitUnknown(context, fills ?? {});
}

/** As `fillFromKit`, with what was found for the kit. */
export function addFills(input: ItemInput, state: ItemState, fills: Partial<KitFills>): ItemInput {
  if (!takesFills(input, state)) return input;
  const before = state.isPartial && state.stored ? toFields(state.stored) : {};
  const hasText = (field: string) =>
    field in TEXT_OF && !isEmpty({ ...before, ...input.values }[TEXT_OF[field as keyof typeof TEXT_OF]]);
  const open = Object.entries(fills).filter(
    ([field]) => !input.sent.has(field) && !hasText(field) && isEmpty(before[field as keyof KitFills]),
  );
  const added: Partial<KitFills> = Object.fromEntries(open);
  return {
    ...input,
    values: { ...input.values, ...added },
    sent: new Map([...input.sent, ...Object.entries(added)]),
  };
}

function takesFills({ values: { kit } }: ItemInput, { stored, isPartial }: ItemState): boolean {
  return typeof kit === 'number' && !(isPartial && kit === stored?.kit_id);
}

function isEmpty(value: unknown): boolean {
  return (
    value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
  );
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

import { TEXT_OF } from '@kitroom/collection-client';
import { REFERENCE_REQUEST_MS } from '../limits.ts';
import type { KitFills, Reference } from '../reference/reference-fields.ts';
import { findKitFills } from '../reference/reference-queries.ts';
import {
  resolveReferences,
  type ReferenceContext,
  type References,
  type ResolveOptions,
} from '../reference/resolve-references.ts';
import { toFields, type ItemInput } from './item-columns.ts';
import { publishesDraft, referencesToCheck, type ItemState } from './validate-item.ts';

/** Functions that look up references, and the values that kits provide for items. */
export interface Lookups {
  /** Returns the references that do not exist. */
  resolve: (references: References, options: ResolveOptions) => Promise<Reference[]>;
  /**
   * Returns undefined without a complete copy of the kit: the catalogue is unavailable, or has no such kit.
   */
  findFills: (kit: number) => Promise<KitFills | undefined>;
}

export function openLookups(context: ReferenceContext): Lookups {
  return {
    resolve: (references, options) => resolveReferences(context, references, options),
    findFills: (kit) => findKitFills(context.db, kit),
  };
}

/** Creates lookups that make each request only once, as most items of a batch need the same ones. */
export function openSharedLookups(context: ReferenceContext): Lookups {
  const { resolve, findFills } = openLookups(context);
  const resolved = new Map<string, Promise<Reference[]>>();
  const fillsOf = new Map<number, Promise<KitFills | undefined>>();
  return {
    resolve(references, options) {
      const key = JSON.stringify([references, options.mustBeConfirmed]);
      const unknown = resolved.get(key) ?? resolve(references, options);
      resolved.set(key, unknown);
      return unknown;
    },
    findFills(kit) {
      const fills = fillsOf.get(kit) ?? findFills(kit);
      fillsOf.set(kit, fills);
      return fills;
    },
  };
}

/**
 * Returns the input, completed with values of a new kit, and its references that do not exist. The kit is
 * looked up first: the catalogue's response includes its brand, club and season, which then need no further
 * requests.
 */
export async function resolveInput(
  { resolve, findFills }: Lookups,
  input: ItemInput,
  state: ItemState,
): Promise<{ input: ItemInput; unknown: Reference[] }> {
  const until = performance.now() + REFERENCE_REQUEST_MS;
  const options = { mustBeConfirmed: publishesDraft(input, state), until };
  const kit = findNewKit(input, state);
  if (kit === undefined) return { input, unknown: await resolve(referencesToCheck(input, state), options) };
  const unknownKit = await resolve({ kit }, options);
  const fills = (await findFills(kit)) ?? {};
  const { kit: _, ...others } = referencesToCheck(addFills(input, state, fills), state);
  const unknown = await resolve(others, options);
  const unknownSent = unknown.filter(({ field }) => input.sent.has(field));
  // The catalogue may have removed a record since the kit's copy was made.
  const isKnown = ([field]: [string, unknown]) =>
    input.sent.has(field) || !unknown.some((reference) => reference.field === field);
  const known: Partial<KitFills> = Object.fromEntries(Object.entries(fills).filter(isKnown));
  return { input: addFills(input, state, known), unknown: [...unknownKit, ...unknownSent] };
}

/** The kit from which an item takes values: any kit in the input, except one that a PATCH does not change. */
function findNewKit({ values: { kit } }: ItemInput, { stored, isPartial }: ItemState): number | undefined {
  return typeof kit === 'number' && !(isPartial && kit === stored?.kit_id) ? kit : undefined;
}

/**
 * Adds the values of a new kit to fields that the request omits; in a PATCH, only to those that are empty in
 * the stored item. Fields with a text in place of the id are left out.
 */
function addFills(input: ItemInput, state: ItemState, fills: Partial<KitFills>): ItemInput {
  const before = state.isPartial && state.stored ? toFields(state.stored) : {};
  const hasText = (field: string) =>
    field in TEXT_OF && !isEmpty({ ...before, ...input.values }[TEXT_OF[field as keyof typeof TEXT_OF]]);
  const unset = Object.entries(fills).filter(
    ([field]) => !input.sent.has(field) && !hasText(field) && isEmpty(before[field as keyof KitFills]),
  );
  const added: Partial<KitFills> = Object.fromEntries(unset);
  return {
    ...input,
    values: { ...input.values, ...added },
    sent: new Map([...input.sent, ...Object.entries(added)]),
  };
}

function isEmpty(value: unknown): boolean {
  return (
    value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
  );
}

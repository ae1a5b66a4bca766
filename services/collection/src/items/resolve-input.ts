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

/** How references and what kits give to items are looked up. */
export interface Lookups {
  /** Returns those that do not exist. */
  resolve: (references: References, options: ResolveOptions) => Promise<Reference[]>;
  /** Undefined without a complete copy: the catalogue is unavailable, or has no such kit. */
  findFills: (kit: number) => Promise<KitFills | undefined>;
}

export function openLookups(context: ReferenceContext): Lookups {
  return {
    resolve: (references, options) => resolveReferences(context, references, options),
    findFills: (kit) => findKitFills(context.db, kit),
  };
}

/** Lookups of which each is made once: most items of a batch need the same. */
export function openSharedLookups(context: ReferenceContext): Lookups {
  const { resolve, findFills } = openLookups(context);
  const resolved = new Map<string, Promise<Reference[]>>();
  const filled = new Map<number, Promise<KitFills | undefined>>();
  return {
    resolve(references, options) {
      const key = JSON.stringify([references, options.mustBeConfirmed]);
      const found = resolved.get(key) ?? resolve(references, options);
      resolved.set(key, found);
      return found;
    },
    findFills(kit) {
      const found = filled.get(kit) ?? findFills(kit);
      filled.set(kit, found);
      return found;
    },
  };
}

/**
 * An input with what its item takes from a new kit, and its references that do not exist. The kit is looked
 * up first: the catalogue's response has its brand, club and season, which need no request of their own.
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
  const wrong = unknown.filter(({ field }) => input.sent.has(field));
  // The catalogue may have removed a record since the kit's copy was made.
  const isKnown = ([field]: [string, unknown]) =>
    input.sent.has(field) || !unknown.some((reference) => reference.field === field);
  const known: Partial<KitFills> = Object.fromEntries(Object.entries(fills).filter(isKnown));
  return { input: addFills(input, state, known), unknown: [...unknownKit, ...wrong] };
}

/** The kit from which an item takes its values: any kit but the one that a PATCH leaves as it is. */
function findNewKit({ values: { kit } }: ItemInput, { stored, isPartial }: ItemState): number | undefined {
  return typeof kit === 'number' && !(isPartial && kit === stored?.kit_id) ? kit : undefined;
}

/**
 * Adds what an item takes from a new kit: fields that the request leaves out, and of those of a stored item
 * only the empty ones, in whose place there is no text.
 */
function addFills(input: ItemInput, state: ItemState, fills: Partial<KitFills>): ItemInput {
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

function isEmpty(value: unknown): boolean {
  return (
    value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
  );
}

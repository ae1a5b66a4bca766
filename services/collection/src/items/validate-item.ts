import {
  fieldsOfType,
  notChoice,
  tagList,
  TEXT,
  TEXT_OF,
  TYPE_CHOICES,
  TYPE_FIELD_NAMES,
  unknownId,
  type FieldErrors,
  type ItemType,
} from '@kitroom/collection-client';
import { listUnchanged } from '@kitroom/server/http/stored-values';
import { toFieldErrors } from '../invalid-input.ts';
import {
  COPIES,
  REFERENCE_FIELDS,
  type Reference,
  type ReferenceField,
} from '../reference/reference-fields.ts';
import type { References } from '../reference/resolve-references.ts';
import type { ItemInput, ItemRow } from './item-columns.ts';

/** What an input changes. */
export interface ItemState {
  /** The item to be changed; undefined for a new one. */
  stored?: ItemRow;
  /** Whether omitted fields keep their values, as in a PATCH, instead of getting their defaults. */
  isPartial: boolean;
}

/** What the input is validated against. */
export interface ItemFacts extends ItemState {
  /** References to records that do not exist. */
  unknown: readonly Reference[];
}

type Field = keyof ItemInput['values'];

/** All validation errors of an item's input, by field; empty if valid. */
export function validateItem(input: ItemInput, facts: ItemFacts): FieldErrors {
  const errors = new Map<string, string[]>(Object.entries(toFieldErrors(input.issues)));
  const type = facts.stored?.item_type ?? input.values.item_type;
  validateType(input, facts, errors);
  for (const { field, id } of facts.unknown) errors.set(field, [unknownId(id)]);
  if (type !== undefined) {
    for (const field of foreignFields(input, type)) {
      errors.set(field, [`This field does not belong to an item of type "${type}".`]);
    }
    const choices = TYPE_CHOICES[type];
    const { type: kind } = input.values;
    if (kind && choices && !choices.includes(kind)) errors.set('type', [notChoice(kind)]);
  }
  if (!willBeDraft(input, facts)) {
    const error = errors.has('name') ? undefined : validateName(input, facts);
    if (error !== undefined) errors.set('name', [error]);
  }
  return Object.fromEntries(errors);
}

/** The type cannot be changed: other fields depend on it. */
function validateType({ values, sent }: ItemInput, facts: ItemFacts, errors: Map<string, string[]>): void {
  const { stored, isPartial } = facts;
  if (!sent.has('item_type')) {
    if (!isPartial) errors.set('item_type', [TEXT.required]);
  } else if (stored && values.item_type !== undefined && values.item_type !== stored.item_type) {
    errors.set('item_type', [`The type of an item cannot be changed: it is "${stored.item_type}".`]);
  }
}

function foreignFields({ sent }: ItemInput, type: ItemType): Field[] {
  const own = fieldsOfType(type);
  return TYPE_FIELD_NAMES.filter((field) => sent.has(field) && !own.includes(field));
}

function willBeDraft({ values }: ItemInput, { stored, isPartial }: ItemState): boolean {
  return values.is_draft ?? (isPartial && stored?.is_draft) ?? false;
}

/** Every item but a draft has a name. See docs/behaviour/collection.md#items. */
function validateName({ values, sent }: ItemInput, { stored, isPartial }: ItemFacts): string | undefined {
  if (sent.has('name')) return values.name === '' ? TEXT.blank : undefined;
  return isPartial && stored?.name ? undefined : TEXT.required;
}

/** Whether a change turns a draft into a regular item. */
export function publishesDraft(input: ItemInput, state: ItemState): boolean {
  return state.stored?.is_draft === true && !willBeDraft(input, state);
}

/**
 * The references of an item that must exist. Those already stored remain valid, even if the catalogue has
 * removed them; only publishing a draft checks them all, as they may have been saved while the catalogue was
 * unavailable.
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

type Fields = Readonly<Record<string, unknown>>;

const ID_OF: ReadonlyMap<string, string> = new Map(Object.entries(TEXT_OF).map(([id, text]) => [text, id]));

/**
 * Takes the values that an item has already, its tags one by one, although they might be invalid if they were
 * new.
 */
export function acceptStored(input: ItemInput, stored: Fields): ItemInput {
  const sent = Object.fromEntries(input.sent);
  const values: Fields = input.values;
  // A text beside a new id is an error.
  const unchanged = listUnchanged(sent, stored).filter((field) => !values[ID_OF.get(field) ?? '']);
  const accepted = new Map(unchanged.map((field) => [field, sent[field]]));
  const { data: tags } = tagList(stored['tags'] as string[]).safeParse(sent['tags']);
  if (tags && !accepted.has('tags')) accepted.set('tags', tags);
  return {
    ...input,
    values: { ...input.values, ...Object.fromEntries(accepted) },
    issues: input.issues.filter(({ path: [field] }) => !accepted.has(String(field))),
  };
}

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

/** The item that an input changes, and how. */
export interface ItemState {
  /** The item to change; undefined for a new item. */
  stored?: ItemRow;
  /** Whether omitted fields keep their values, as in a PATCH, instead of getting their defaults. */
  isPartial: boolean;
}

/** The facts against which an input is validated. */
export interface ItemFacts extends ItemState {
  /** References to records that do not exist. */
  unknown: readonly Reference[];
}

type Field = keyof ItemInput['values'];

/** Returns all validation errors of an item's input, by field; empty if it is valid. */
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
    const { type: subtype } = input.values;
    if (subtype && choices && !choices.includes(subtype)) errors.set('type', [notChoice(subtype)]);
  }
  if (!willBeDraft(input, facts)) {
    const error = errors.has('name') ? undefined : validateName(input, facts);
    if (error !== undefined) errors.set('name', [error]);
  }
  return Object.fromEntries(errors);
}

/** The type is required and cannot be changed, as other fields depend on it. */
function validateType({ values, sent }: ItemInput, facts: ItemFacts, errors: Map<string, string[]>): void {
  const { stored, isPartial } = facts;
  if (!sent.has('item_type')) {
    if (!isPartial) errors.set('item_type', [TEXT.required]);
  } else if (stored && values.item_type !== undefined && values.item_type !== stored.item_type) {
    errors.set('item_type', [`The type of an item cannot be changed: it is "${stored.item_type}".`]);
  }
}

function foreignFields({ sent }: ItemInput, type: ItemType): Field[] {
  const available = fieldsOfType(type);
  return TYPE_FIELD_NAMES.filter((field) => sent.has(field) && !available.includes(field));
}

function willBeDraft({ values }: ItemInput, { stored, isPartial }: ItemState): boolean {
  return values.is_draft ?? (isPartial && stored?.is_draft) ?? false;
}

/** Every item except a draft has a name. See docs/behaviour/collection.md#items. */
function validateName({ values, sent }: ItemInput, { stored, isPartial }: ItemFacts): string | undefined {
  if (sent.has('name')) return values.name === '' ? TEXT.blank : undefined;
  return isPartial && stored?.name ? undefined : TEXT.required;
}

/** Whether a change turns a draft into a regular item. */
export function publishesDraft(input: ItemInput, state: ItemState): boolean {
  return state.stored?.is_draft === true && !willBeDraft(input, state);
}

/**
 * Returns the references of an item that must exist. Stored references remain valid even if the catalogue has
 * removed the records; only publishing a draft checks all references, as they may have been saved while the
 * catalogue was unavailable.
 */
export function referencesToCheck(input: ItemInput, state: ItemState): References {
  const isPublished = publishesDraft(input, state);
  const toCheck = (field: ReferenceField) => {
    const stored = state.stored?.[COPIES[field].column] ?? null;
    const isInInput = input.sent.has(field) || field in input.values;
    const id = isInInput ? input.values[field] : state.isPartial ? stored : null;
    return id === stored && !isPublished ? null : id;
  };
  return Object.fromEntries(REFERENCE_FIELDS.map((field) => [field, toCheck(field)]));
}

type Fields = Readonly<Record<string, unknown>>;

const ID_OF: ReadonlyMap<string, string> = new Map(Object.entries(TEXT_OF).map(([id, text]) => [text, id]));

/** Accepts values that the item already has, even if they would be invalid as new values; tags one by one. */
export function acceptStored(input: ItemInput, stored: Fields): ItemInput {
  const sent = Object.fromEntries(input.sent);
  const values: Fields = input.values;
  // A text next to a new id remains an error.
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

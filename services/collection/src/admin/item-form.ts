import {
  CONDITION_MAX,
  DESIGN_CODES,
  DETAILED_CONDITIONS,
  fieldsOfType,
  ITEM_COLOURS,
  SIZES,
  TYPE_CHOICES,
  type ITEM_DEFAULTS,
  type TypeField,
} from '@kitroom/collection-client';
import type { Field, FormValues } from '@kitroom/server/pages/form';
import { suggestPath } from '@kitroom/server/pages/resource';
import type { NamedItemRow } from '../items/item-columns.ts';
import { toItem } from '../items/item-view.ts';
import type { ReferenceField } from '../reference/reference-fields.ts';

/** Determines how the text of a form field is converted to the value of the API's field. */
type Kind = 'text' | 'number' | 'switch' | 'lines' | 'choice' | ReferenceField;

export interface ItemField extends Field {
  holds: Kind;
}

const NONE = { value: '', label: '–' };

/** Creates an optional short field. */
function shortField(holds: Kind, name: string, label: string, more: Partial<Field> = {}): ItemField {
  return { name, label, holds, isOptional: true, isShort: true, ...more };
}

/** Creates a choice between strings, or between named numbers. */
function choice(
  name: string,
  label: string,
  values: ReadonlyArray<{ id: string | number; name: string }>,
): ItemField {
  const holds = typeof values[0]?.id === 'number' ? 'number' : 'choice';
  const choices = [NONE, ...values.map(({ id, name: text }) => ({ value: String(id), label: text }))];
  return shortField(holds, name, label, { type: 'choice', choices });
}

function referenceField(name: ReferenceField, label: string): ItemField {
  return shortField(name, name, label, { suggestFrom: suggestPath(name) });
}

const toggle = (name: string, label: string): ItemField => ({ name, label, type: 'switch', holds: 'switch' });
const toNamed = (values: readonly string[]) => values.map((id) => ({ id, name: id.replaceAll('_', ' ') }));

const TEXT_HINT = { hint: 'Only if it is not in the catalogue.' };

type BaseField = keyof typeof ITEM_DEFAULTS.base;

/** The fields of items of all types, in the order of the form. Lists of colours have no input. */
const BASE: Record<Exclude<BaseField, 'secondary_colors'>, ItemField> = {
  name: { name: 'name', label: 'Name', holds: 'text' },
  brand: referenceField('brand', 'Brand'),
  brand_text: shortField('text', 'brand_text', 'Brand as text', TEXT_HINT),
  club: referenceField('club', 'Club'),
  club_text: shortField('text', 'club_text', 'Club as text', TEXT_HINT),
  season: referenceField('season', 'Season'),
  season_text: shortField('text', 'season_text', 'Season as text', TEXT_HINT),
  condition: shortField('number', 'condition', 'Condition', {
    type: 'number',
    hint: `1 to ${CONDITION_MAX}, as new.`,
  }),
  detailed_condition: choice('detailed_condition', 'Condition in words', toNamed(DETAILED_CONDITIONS)),
  design: choice('design', 'Design', DESIGN_CODES),
  main_color: choice('main_color', 'Main colour', ITEM_COLOURS),
  country: shortField('choice', 'country', 'Country', { hint: 'Two letters.' }),
  tags: {
    name: 'tags',
    label: 'Tags',
    type: 'lines',
    holds: 'lines',
    isOptional: true,
    hint: 'One per line.',
  },
  description: { name: 'description', label: 'Description', type: 'lines', holds: 'text', isOptional: true },
  is_replica: toggle('is_replica', 'Replica'),
  is_private: toggle('is_private', 'Private'),
  is_draft: toggle('is_draft', 'Draft'),
};

function typeFields(types: readonly string[]): Record<TypeField, ItemField> {
  return {
    kit: referenceField('kit', 'Kit'),
    size: choice('size', 'Size', SIZES),
    size_text: shortField('text', 'size_text', 'Size as text', { hint: 'Only if it is not in the list.' }),
    type: choice('type', 'Kind', toNamed(types)),
    number: shortField('number', 'number', 'Number', { type: 'number' }),
    player_name: shortField('text', 'player_name', 'Name on the shirt'),
    is_fan_version: toggle('is_fan_version', 'Fan version'),
    is_signed: toggle('is_signed', 'Signed'),
    has_nameset: toggle('has_nameset', 'With a name set'),
    is_short_sleeve: toggle('is_short_sleeve', 'Short sleeves'),
  };
}

/**
 * The fields of an item's form: those that everyone who sees the item can see, never the owner's private
 * ones.
 */
export function fieldsOfItem({ item_type: type }: NamedItemRow): ItemField[] {
  const fields = typeFields(TYPE_CHOICES[type] ?? []);
  return [...Object.values(BASE), ...fieldsOfType(type).map((field) => fields[field])];
}

/** The values of an item's form, with names in place of the ids of copies. */
export function toItemValues(item: NamedItemRow): FormValues {
  const wire: Readonly<Record<string, unknown>> = {
    ...toItem(item),
    brand: item.brand_name ?? toId(item.brand_id),
    club: item.club_name ?? toId(item.club_id),
    season: item.season_year ?? toId(item.season_id),
    kit: item.kit_name ?? toId(item.kit_id),
  };
  return Object.fromEntries(fieldsOfItem(item).map(({ name }) => [name, toText(wire[name])]));
}

/** Shows a reference whose name is not known yet. */
function toId(id: number | null): string | null {
  return id === null ? null : `#${id}`;
}

function toText(value: unknown): string {
  if (value === null || value === undefined || value === false) return '';
  if (value === true) return 'on';
  if (Array.isArray(value)) return value.join('\n');
  return typeof value === 'number' ? String(value) : (value as string);
}

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

/** How the text of a form field becomes the value of the API's field. */
type Kind = 'text' | 'number' | 'switch' | 'lines' | 'choice' | ReferenceField;

export interface ItemField extends Field {
  holds: Kind;
}

const NONE = { value: '', label: '–' };

/** An optional field of a few words. */
function short(holds: Kind, name: string, label: string, more: Partial<Field> = {}): ItemField {
  return { name, label, holds, isOptional: true, isShort: true, ...more };
}

/** A choice between texts, or between numbers by their names. */
function choice(
  name: string,
  label: string,
  values: ReadonlyArray<{ id: string | number; name: string }>,
): ItemField {
  const holds = typeof values[0]?.id === 'number' ? 'number' : 'choice';
  const choices = [NONE, ...values.map((one) => ({ value: String(one.id), label: one.name }))];
  return short(holds, name, label, { type: 'choice', choices });
}

function copied(name: ReferenceField, label: string): ItemField {
  return short(name, name, label, { suggestFrom: suggestPath(name) });
}

const toggle = (name: string, label: string): ItemField => ({ name, label, type: 'switch', holds: 'switch' });
const toNamed = (values: readonly string[]) => values.map((id) => ({ id, name: id.replaceAll('_', ' ') }));

const LACKING = { hint: 'Instead, if the catalogue lacks it.' };

type BaseField = keyof typeof ITEM_DEFAULTS.base;

/** The fields of items of every type, in the order of the form. There is no input for lists of colours. */
const BASE: Record<Exclude<BaseField, 'secondary_colors'>, ItemField> = {
  name: { name: 'name', label: 'Name', holds: 'text' },
  brand: copied('brand', 'Brand'),
  brand_text: short('text', 'brand_text', 'Brand as text', LACKING),
  club: copied('club', 'Club'),
  club_text: short('text', 'club_text', 'Club as text', LACKING),
  season: copied('season', 'Season'),
  season_text: short('text', 'season_text', 'Season as text', LACKING),
  condition: short('number', 'condition', 'Condition', {
    type: 'number',
    hint: `1 to ${CONDITION_MAX}, as new.`,
  }),
  detailed_condition: choice('detailed_condition', 'Condition in words', toNamed(DETAILED_CONDITIONS)),
  design: choice('design', 'Design', DESIGN_CODES),
  main_color: choice('main_color', 'Main colour', ITEM_COLOURS),
  country: short('choice', 'country', 'Country', { hint: 'Two letters.' }),
  tags: { name: 'tags', label: 'Tags', type: 'lines', holds: 'lines', isOptional: true, hint: 'One a line.' },
  description: { name: 'description', label: 'Description', type: 'lines', holds: 'text', isOptional: true },
  is_replica: toggle('is_replica', 'Replica'),
  is_private: toggle('is_private', 'Private'),
  is_draft: toggle('is_draft', 'Draft'),
};

function typeFields(types: readonly string[]): Record<TypeField, ItemField> {
  return {
    kit: copied('kit', 'Kit'),
    size: choice('size', 'Size', SIZES),
    size_text: short('text', 'size_text', 'Size as text', { hint: 'Instead, if it is none of these.' }),
    type: choice('type', 'Kind', toNamed(types)),
    number: short('number', 'number', 'Number', { type: 'number' }),
    player_name: short('text', 'player_name', 'Name on the shirt'),
    is_fan_version: toggle('is_fan_version', 'Fan version'),
    is_signed: toggle('is_signed', 'Signed'),
    has_nameset: toggle('has_nameset', 'With a name set'),
    is_short_sleeve: toggle('is_short_sleeve', 'Short sleeves'),
  };
}

/**
 * The fields of an item's form: those that everyone sees who sees the item, never the owner's private ones.
 */
export function fieldsOfItem({ item_type: type }: NamedItemRow): ItemField[] {
  const own = typeFields(TYPE_CHOICES[type] ?? []);
  return [...Object.values(BASE), ...fieldsOfType(type).map((field) => own[field])];
}

/** The item as its form shows it, with names in place of the ids of copies. */
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

/** A reference whose name is not known yet. */
function toId(id: number | null): string | null {
  return id === null ? null : `#${id}`;
}

function toText(value: unknown): string {
  if (value === null || value === undefined || value === false) return '';
  if (value === true) return 'on';
  if (Array.isArray(value)) return value.join('\n');
  return typeof value === 'number' ? String(value) : (value as string);
}

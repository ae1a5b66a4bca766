import {
  createItem,
  fieldsOfType,
  NAME_MAX,
  TYPE_FIELD_NAMES,
  type FieldErrors,
} from '@kitroom/collection-client';
import { capMarks, shorten } from '@kitroom/shared';
import type { ItemInput } from '../../items/item-columns.ts';
import { acceptStored, validateItem } from '../../items/validate-item.ts';
import { COPIES, REFERENCE_FIELDS, type ReferenceField } from '../../reference/reference-fields.ts';
import type { EvaluatedRow, ImportRowRecord } from '../import-row-queries.ts';
import { ALSO_FILLED, IMPORT_FIELDS, type FieldKind } from '../parse/import-fields.ts';
import { isItemType, type ParsedRow, type RowRules } from '../parse/parse-row.ts';
import { readKitKind } from '../parse/read-values.ts';
import { toNameKey } from '../parse/value-words.ts';
import {
  applyDefaultNames,
  applyDefaultValues,
  columnOf,
  fillFromNames,
  type RowDraft,
} from './fill-fields.ts';
import { inferFromKits } from './infer-from-kits.ts';
import type { KnownNames, ResolvedNames } from './resolve-name.ts';

/** The item of a row, before it is matched to existing items. */
export type MatchedRow = Omit<EvaluatedRow, 'item_id'> & { input: ItemInput };

/** Builds the item of a row from its resolved names, and validates it. */
export function matchRow(
  row: Pick<ImportRowRecord, 'number' | 'settled'>,
  parsed: ParsedRow,
  rules: RowRules,
  names: ResolvedNames,
  known: KnownNames,
): MatchedRow {
  const decided = row.settled?.set ?? {};
  const draft: RowDraft = {
    values: { ...parsed.values },
    errors: { ...parsed.errors },
    lines: [...parsed.lines],
    stored: parsed.isLiteral ? listStored(parsed) : {},
  };
  fillFromNames(draft, parsed, rules, names, REFERENCE_FIELDS);
  applyDecisions(draft, decided);
  draft.values['item_type'] ??= parsed.defaults.values['item_type'] ?? 'jersey';
  if (!parsed.isLiteral) inferFromKits(draft, parsed, names, known, decided);
  applyDefaultNames(draft, parsed, rules, names, decided, ['kit']);
  if (!parsed.isLiteral) fillFromKit(draft, parsed, names);
  applyDefaultNames(draft, parsed, rules, names, decided, ['brand', 'club', 'season']);
  applyDefaultValues(draft, parsed, names, decided);
  if (!parsed.isLiteral) {
    nameItem(draft, parsed, names);
    noteKitType(draft, parsed, names);
  }
  dropForeignFields(draft, parsed);
  const notes = draft.lines.map(({ column, text }) => `${capMarks(column)}: ${text.trim()}`);
  if (!('notes' in decided)) appendNotes(draft.values, notes);
  return conclude(row.number, draft, parsed, rules, names);
}

/** Exported values of fields whose rules may have become stricter since. */
function listStored({ values, columns }: ParsedRow): Readonly<Record<string, unknown>> {
  const isStored = ([field]: [string, unknown]) =>
    columns.has(field) && STRICTER_KINDS.has(IMPORT_FIELDS.get(field)?.kind);
  return Object.fromEntries(Object.entries(values).filter(isStored));
}

const STRICTER_KINDS: ReadonlySet<FieldKind | undefined> = new Set(['text', 'tags', 'country']);

function conclude(
  number: number,
  draft: RowDraft,
  parsed: ParsedRow,
  { options }: RowRules,
  { matches, candidates }: ResolvedNames,
): MatchedRow {
  const isAmbiguous = Object.keys(candidates).length > 0;
  const checked = check(draft, candidates);
  const mayBeDraft = !checked.isValid && !isAmbiguous && options.invalid_as_draft;
  const asDraft = mayBeDraft ? toDraftItem(draft, parsed, checked.errors) : checked;
  const { input, isValid } = asDraft.isValid ? asDraft : checked;
  const status = isAmbiguous ? 'ambiguous' : isValid ? 'new' : 'invalid';
  // Valid values are stored normalized, as they will be written.
  const item = status === 'new' ? input.values : draft.values;
  // The errors are kept even if the row becomes a draft because of them.
  return { number, status, item, errors: checked.errors, matches, candidates, input };
}

/** Applies the user's decisions: an id replaces the text of its field, and a text replaces the id. */
function applyDecisions({ values, errors }: RowDraft, decided: Readonly<Record<string, unknown>>): void {
  for (const [field, value] of Object.entries(decided)) {
    values[field] = value;
    delete errors[field];
    const counterpart = field.endsWith('_text') ? field.slice(0, -'_text'.length) : `${field}_text`;
    if (value !== null && value !== '' && !(counterpart in decided)) delete values[counterpart];
  }
}

/** Fills omitted fields from the kit; if the row names the kit exactly, also fields with unresolved names. */
function fillFromKit(
  draft: RowDraft,
  parsed: ParsedRow,
  { kit, matches, candidates, unknown }: ResolvedNames,
): void {
  const { values, errors } = draft;
  const isNamed = kit?.score === 1 && !matches['kit']?.inferred;
  for (const [field, value] of Object.entries(kit?.fills ?? {})) {
    if (field === 'name') continue;
    if (isNamed && isReferenceField(field) && (field in candidates || field in unknown)) {
      delete errors[field];
      delete candidates[field];
      delete values[`${field}_text`];
      const column = columnOf(parsed, field);
      if (column !== field) draft.lines.push({ column, text: parsed.texts.get(field) ?? '', why: 'remark' });
    }
    if (field in errors || field in candidates || values[`${field}_text`]) continue;
    const isNew = (values[field] ?? null) === null && typeof value === 'number';
    if (isNew && isReferenceField(field) && field !== 'kit')
      matches[field] = { id: value, name: kit?.[field] ?? '', score: 1, inferred: true };
    values[field] ??= value;
  }
}

function isReferenceField(field: string): field is ReferenceField {
  return field in COPIES;
}

const NAMELESS =
  'The row has no name, and no club, season, brand or type to make one of. Write a name, or skip the row.';

/** Names an item without a name after its kit, otherwise club, season and type, otherwise brand and type. */
function nameItem(
  { values, errors }: RowDraft,
  { texts, defaults }: ParsedRow,
  { kit, matches }: ResolvedNames,
): void {
  if (toText(values['name']).trim() !== '' || errors['name']) return;
  const nameOf = (field: string) =>
    matches[field]?.name || toText(values[`${field}_text`]) || texts.get(field)?.trim() || '';
  const join = (...parts: string[]) => parts.filter((part) => part !== '').join(' ');
  const type = spellOutKind(nameOf('kit_type')) || nameOf('item_type');
  const team = join(nameOf('club'), nameOf('season'));
  const brand = nameOf('brand');
  const brandName = join(brand, type || (brand && toText(values['item_type'])));
  const name = toText(kit?.fills?.['name']) || (team && join(team, type)) || brandName;
  const fallback = defaults.values['name'];
  if (name !== '') values['name'] = shorten(name, NAME_MAX);
  else if (fallback !== undefined) values['name'] = fallback;
  else errors['name'] = [NAMELESS];
}

/** Spells out abbreviations of kinds of kits: `Away` for `A`. */
function spellOutKind(text: string): string {
  const kind = text.length > 2 ? undefined : readKitKind(text);
  return kind === undefined ? text : `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
}

/** Notes the kit's type from its cell, unless the resolved kit or the name expresses it. */
function noteKitType(
  { values, lines }: RowDraft,
  { texts, columns }: ParsedRow,
  { kit }: ResolvedNames,
): void {
  const text = texts.get('kit_type')?.trim() ?? '';
  const key = toNameKey(text);
  const isUnderstood = kit && (readKitKind(text) !== undefined || toNameKey(kit.type ?? '') === key);
  const name = ` ${toNameKey(toText(values['name']))} `;
  const isNamed = [key, toNameKey(spellOutKind(text))].some((word) => name.includes(` ${word} `));
  if (text !== '' && !isUnderstood && !isNamed)
    lines.push({ column: columns.get('kit_type') ?? 'kit_type', text, why: 'remark' });
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Removes fields that the item's type lacks; values from a column go to the notes. */
function dropForeignFields(
  { values, errors, lines }: RowDraft,
  { texts, columns, isLiteral }: ParsedRow,
): void {
  const type = values['item_type'];
  if (!isItemType(type) || isLiteral) return;
  const available: readonly string[] = fieldsOfType(type);
  for (const field of TYPE_FIELD_NAMES.filter((name) => !available.includes(name))) {
    const fillers = ALSO_FILLED.filter(([, filled]) => filled === field).map(([by]) => by);
    const column = [field, ...fillers].map((name) => columns.get(name)).find((name) => name !== undefined);
    const isImplied = !values[field] || (typeof values[field] === 'boolean' && field !== 'is_signed');
    const text = texts.get(field) ?? toText(values[field]);
    if (column !== undefined && !isImplied && text !== '') lines.push({ column, text, why: 'remark' });
    if (column !== undefined || isImplied) delete values[field];
    if (!(field in values)) delete errors[field];
  }
}

/** Appends lines to the notes. */
function appendNotes(values: Record<string, unknown>, lines: readonly string[]): void {
  if (lines.length > 0) values['notes'] = [values['notes'], ...lines].filter(Boolean).join('\n');
}

interface CheckedItem {
  input: ItemInput;
  errors: FieldErrors;
  isValid: boolean;
}

/** Validates an item; fields with an ambiguous name have no errors. */
function check(
  { values, errors: known, stored }: RowDraft,
  candidates: ResolvedNames['candidates'],
): CheckedItem {
  const input = acceptStored(createItem.body.parse(values), stored);
  const invalid = validateItem(input, { isPartial: false, unknown: [] });
  const errors = Object.fromEntries(
    Object.entries({ ...invalid, ...known }).filter(([field]) => !(field in candidates)),
  );
  return { input, errors, isValid: Object.keys(errors).length === 0 };
}

/**
 * Turns an invalid item into a draft: values of fields with errors go to the notes, so that nothing is lost.
 */
function toDraftItem(draft: RowDraft, { texts, names }: ParsedRow, errors: FieldErrors): CheckedItem {
  const wrong = Object.keys(errors);
  const labelled = wrong.flatMap((field) => {
    const text = texts.get(field) ?? names[field as ReferenceField]?.texts[0];
    return text === undefined ? [] : [`${field}: ${text}`];
  });
  const values = Object.fromEntries(
    Object.entries(draft.values).filter(([field]) => field === 'item_type' || !wrong.includes(field)),
  );
  values['is_draft'] = true;
  appendNotes(values, labelled);
  return check({ ...draft, values, errors: {} }, {});
}

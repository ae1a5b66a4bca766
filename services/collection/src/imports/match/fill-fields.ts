import { fieldsOfType, NAME_MAX, NAME_TEXT_MAX, TEXT_OF, TYPE_FIELD_NAMES } from '@kitroom/collection-client';
import { isLongerThan, readSeason, readSeasonCell } from '@kitroom/shared';
import type { ReferenceField } from '../../reference/reference-fields.ts';
import { IMPORT_FIELDS } from '../parse/import-fields.ts';
import { isItemType, type NoteLine, type ParsedRow, type RowRules } from '../parse/parse-row.ts';
import { addOutcome, type ResolvedNames } from './resolve-name.ts';

/** A row while its item takes shape. */
export interface RowDraft {
  values: Record<string, unknown>;
  errors: Record<string, string[]>;
  lines: NoteLine[];
  /** The values of an export, which are valid as they are. */
  stored: Readonly<Record<string, unknown>>;
}

/**
 * Fills fields with the records that their names mean. Names that the catalogue lacks become texts, if the
 * user has not chosen otherwise; a kit has none, so it is noted.
 */
export function fillFromNames(
  { values, errors, lines }: RowDraft,
  parsed: ParsedRow,
  { options }: RowRules,
  names: ResolvedNames,
  fields: readonly ReferenceField[],
): void {
  const isKept = options.unknown_names !== 'invalid';
  for (const field of fields) {
    const text = names.unknown[field];
    if (names.matches[field]) values[field] = names.matches[field].id;
    if (text === undefined) continue;
    const isTooLong = isLongerThan(text, field === 'kit' ? NAME_MAX : NAME_TEXT_MAX);
    if (!isKept || isTooLong) errors[field] = [explainUnknown(text, isKept && isTooLong)];
    else if (field === 'kit')
      lines.push({
        column: columnOf(parsed, 'kit'),
        text: (parsed.names.kit ?? parsed.defaults.names.kit)?.texts[0] ?? text,
        why: 'remark',
      });
    else values[`${field}_text`] = field === 'season' ? toSeasonText(text) : text;
  }
}

function explainUnknown(text: string, isTooLong: boolean): string {
  const found = `${JSON.stringify(text)} was not found in the catalogue.`;
  return isTooLong ? `${found} A name of one's own has at most ${NAME_TEXT_MAX} characters.` : found;
}

/** As it is written, unless a spreadsheet has turned it into a date. */
function toSeasonText(text: string): string {
  return readSeason(text) === undefined ? (readSeasonCell(text) ?? text) : text;
}

/** The heading of a field's column; the name of the field if the heading is one of the API. */
export function columnOf({ columns }: ParsedRow, field: ReferenceField): string {
  const column = [field, `${field}_slug`, `${field}_archive_id`].map((key) => columns.get(key)).find(Boolean);
  return column === undefined || IMPORT_FIELDS.has(column) ? field : column;
}

type Decisions = Readonly<Record<string, unknown>>;

/** The records of defaults, for fields that neither the row nor its kit fills. */
export function applyDefaultNames(
  draft: RowDraft,
  parsed: ParsedRow,
  rules: RowRules,
  names: ResolvedNames,
  decided: Decisions,
  fields: readonly ReferenceField[],
): void {
  for (const field of fields) {
    const found = names.defaults[field];
    if (!found || !isOpen(field, draft, names, decided)) continue;
    addOutcome(names, field, found);
    fillFromNames(draft, parsed, rules, names, [field]);
  }
}

/** The other defaults, which come last as well. A row without a name is named first. */
export function applyDefaultValues(
  draft: RowDraft,
  { defaults }: ParsedRow,
  names: ResolvedNames,
  decided: Decisions,
): void {
  const open = (field: string) => field !== 'name' && isOpen(field, draft, names, decided);
  const values = Object.entries(defaults.values).filter(([field]) => open(field));
  const errors = Object.entries(defaults.errors).filter(([field]) => open(field));
  Object.assign(draft.values, Object.fromEntries(values));
  Object.assign(draft.errors, Object.fromEntries(errors));
}

/** Fields that take the place of each other. */
const COUNTERPARTS: ReadonlyMap<string, string> = new Map(
  Object.entries(TEXT_OF).flatMap(([field, text]) => [
    [field, text],
    [text, field],
  ]),
);

/** Whether nothing says what a field holds, and the item's type has it. */
function isOpen(
  field: string,
  { values, errors }: RowDraft,
  { candidates }: ResolvedNames,
  decided: Decisions,
): boolean {
  const names = [field, COUNTERPARTS.get(field) ?? field];
  const isSaid = names.some(
    (name) => name in errors || name in candidates || name in decided || isFilled(values[name]),
  );
  return !isSaid && hasField(values['item_type'], field);
}

function isFilled(value: unknown): boolean {
  const isEmptyList = Array.isArray(value) && value.length === 0;
  return value !== undefined && value !== null && value !== '' && !isEmptyList;
}

function hasField(type: unknown, field: string): boolean {
  const ofTypes: readonly string[] = TYPE_FIELD_NAMES;
  const own: readonly string[] = isItemType(type) ? fieldsOfType(type) : ofTypes;
  return !ofTypes.includes(field) || own.includes(field);
}

import { fieldsOfType, NAME_MAX, NAME_TEXT_MAX, TEXT_OF, TYPE_FIELD_NAMES } from '@kitroom/collection-client';
import { isLongerThan, readSeason, readSeasonCell } from '@kitroom/shared';
import type { ReferenceField } from '../../reference/reference-fields.ts';
import { IMPORT_FIELDS } from '../parse/import-fields.ts';
import { isItemType, type NoteLine, type ParsedRow, type RowRules } from '../parse/parse-row.ts';
import { addOutcome, type ResolvedNames } from './resolve-name.ts';

/** The item of a row while it is being built. */
export interface RowDraft {
  values: Record<string, unknown>;
  errors: Record<string, string[]>;
  lines: NoteLine[];
  /** Values from an export, which are accepted unchanged. */
  stored: Readonly<Record<string, unknown>>;
}

/**
 * Fills fields with the records that their names resolved to. Unknown names become the text of their field,
 * unless the options forbid it; there is no text for kits, so an unknown kit goes to the notes.
 */
export function fillFromNames(
  { values, errors, lines }: RowDraft,
  parsed: ParsedRow,
  { options }: RowRules,
  names: ResolvedNames,
  fields: readonly ReferenceField[],
): void {
  const keepsUnknown = options.unknown_names !== 'invalid';
  for (const field of fields) {
    const text = names.unknown[field];
    if (names.matches[field]) values[field] = names.matches[field].id;
    if (text === undefined) continue;
    const isTooLong = isLongerThan(text, field === 'kit' ? NAME_MAX : NAME_TEXT_MAX);
    if (!keepsUnknown || isTooLong) errors[field] = [explainUnknown(text, keepsUnknown && isTooLong)];
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
  const notFound = `${JSON.stringify(text)} was not found in the catalogue.`;
  return isTooLong ? `${notFound} Other names may have at most ${NAME_TEXT_MAX} characters.` : notFound;
}

/** A season as it is written; restored if a spreadsheet has turned it into a date. */
function toSeasonText(text: string): string {
  return readSeason(text) === undefined ? (readSeasonCell(text) ?? text) : text;
}

/** The heading of a field's column, or the name of the field if the heading is an API name. */
export function columnOf({ columns }: ParsedRow, field: ReferenceField): string {
  const column = [field, `${field}_slug`, `${field}_archive_id`].map((key) => columns.get(key)).find(Boolean);
  return column === undefined || IMPORT_FIELDS.has(column) ? field : column;
}

type Decisions = Readonly<Record<string, unknown>>;

/** Fills references from the defaults if neither the row nor its kit fills them. */
export function applyDefaultNames(
  draft: RowDraft,
  parsed: ParsedRow,
  rules: RowRules,
  names: ResolvedNames,
  decided: Decisions,
  fields: readonly ReferenceField[],
): void {
  for (const field of fields) {
    const outcome = names.defaults[field];
    if (!outcome || !isUnfilled(field, draft, names, decided)) continue;
    addOutcome(names, field, outcome);
    fillFromNames(draft, parsed, rules, names, [field]);
  }
}

/** Fills other fields from the defaults, except the name: `nameItem` tries better names first. */
export function applyDefaultValues(
  draft: RowDraft,
  { defaults }: ParsedRow,
  names: ResolvedNames,
  decided: Decisions,
): void {
  const takesDefault = (field: string) => field !== 'name' && isUnfilled(field, draft, names, decided);
  const values = Object.entries(defaults.values).filter(([field]) => takesDefault(field));
  const errors = Object.entries(defaults.errors).filter(([field]) => takesDefault(field));
  Object.assign(draft.values, Object.fromEntries(values));
  Object.assign(draft.errors, Object.fromEntries(errors));
}

/** References and their texts: an item has one or the other. */
const COUNTERPARTS: ReadonlyMap<string, string> = new Map(
  Object.entries(TEXT_OF).flatMap(([field, text]) => [
    [field, text],
    [text, field],
  ]),
);

/** Whether the item's type has a field, and neither the row nor the user says anything about it. */
function isUnfilled(
  field: string,
  { values, errors }: RowDraft,
  { candidates }: ResolvedNames,
  decided: Decisions,
): boolean {
  const names = [field, COUNTERPARTS.get(field) ?? field];
  const isMentioned = names.some(
    (name) => name in errors || name in candidates || name in decided || isFilled(values[name]),
  );
  return !isMentioned && hasField(values['item_type'], field);
}

function isFilled(value: unknown): boolean {
  const isEmptyList = Array.isArray(value) && value.length === 0;
  return value !== undefined && value !== null && value !== '' && !isEmptyList;
}

function hasField(type: unknown, field: string): boolean {
  const typeSpecific: readonly string[] = TYPE_FIELD_NAMES;
  const available: readonly string[] = isItemType(type) ? fieldsOfType(type) : typeSpecific;
  return !typeSpecific.includes(field) || available.includes(field);
}

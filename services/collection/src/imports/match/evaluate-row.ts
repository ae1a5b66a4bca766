import {
  createItem,
  fieldsOfType,
  ITEM_FIELDS,
  NAME_MAX,
  type FieldErrors,
} from '@kitroom/collection-client';
import { shorten } from '@kitroom/shared';
import type { ItemInput } from '../../items/item-columns.ts';
import { validateItem } from '../../items/validate-item.ts';
import type { Evaluated, ImportRowRecord, NameMatch } from '../import-row-queries.ts';
import { NAME_FIELDS, type NameField } from '../understand/import-fields.ts';
import type { Candidate } from './name-queries.ts';
import { readRow, type RowDraft, type RowRules } from '../understand/parse-row.ts';
import { understandName, type KnownNames } from './resolve-name.ts';

/** An evaluated row, before it is matched to items. */
export type EvaluatedRow = Omit<Evaluated, 'item_id'> & { input: ItemInput };

/** Understands the names of a row, and validates the item that it would become. */
export function evaluateRow(
  row: Pick<ImportRowRecord, 'number' | 'cells' | 'settled'>,
  rules: RowRules,
  known: KnownNames,
): EvaluatedRow {
  const draft = readRow(row.cells, rules);
  const names = resolveNames(draft, known);
  applySettled(draft, names, row.settled?.set ?? {});
  draft.input['item_type'] ??= 'jersey';
  if (!draft.isOwn) {
    fillFromKit(draft, names);
    nameItem(draft, names);
  }
  dropForeignFields(draft);
  const { matches, candidates } = names;
  const isAmbiguous = Object.keys(candidates).length > 0;
  const checked = check(draft, candidates);
  const asDraft =
    checked.isValid || isAmbiguous || !rules.options.invalid_as_draft
      ? undefined
      : toDraftItem(draft, checked.errors);
  const { input, errors, isValid } = asDraft?.isValid ? asDraft : checked;
  return {
    number: row.number,
    status: isAmbiguous ? 'ambiguous' : isValid ? 'new' : 'invalid',
    item: draft.input,
    errors,
    matches,
    candidates,
    input,
  };
}

interface ResolvedNames {
  matches: Record<string, NameMatch>;
  candidates: Record<string, NameMatch[]>;
  kit: Candidate | undefined;
}

function resolveNames(draft: RowDraft, known: KnownNames): ResolvedNames {
  const names: ResolvedNames = { matches: {}, candidates: {}, kit: undefined };
  for (const field of NAME_FIELDS) {
    const asked = draft.names[field];
    if (!asked) continue;
    const found = understandName(field, asked, known);
    if ('match' in found) {
      draft.input[field] = found.match.id;
      names.matches[field] = toMatch(found.match);
      if (field === 'kit') names.kit = found.match;
    } else if ('candidates' in found) names.candidates[field] = found.candidates.map(toMatch);
    else draft.errors[field] = [`${JSON.stringify(found.unknown)} was not found in the catalogue.`];
  }
  return names;
}

function toMatch({ id, name, score }: Candidate): NameMatch {
  return { id, name, score };
}

/** The user's decisions take precedence over resolved names. */
function applySettled(
  draft: RowDraft,
  { candidates }: ResolvedNames,
  set: Readonly<Record<string, unknown>>,
): void {
  for (const [field, value] of Object.entries(set)) {
    draft.input[field] = value;
    delete draft.errors[field];
    delete candidates[field];
  }
}

/** Fills omitted fields from the kit and, if it is an exact match, those whose names could not be resolved. */
function fillFromKit({ input, errors }: RowDraft, { kit, candidates }: ResolvedNames): void {
  for (const [field, value] of Object.entries(kit?.fills ?? {})) {
    if (field === 'name') continue;
    if (kit?.score === 1 && isNameField(field)) {
      delete errors[field];
      delete candidates[field];
    }
    if (field in errors || field in candidates) continue;
    input[field] ??= value;
  }
}

function isNameField(field: string): field is NameField {
  return (NAME_FIELDS as readonly string[]).includes(field);
}

/** An item without a name is called as its kit, or by club and season. */
function nameItem({ input, texts }: RowDraft, { kit, matches }: ResolvedNames): void {
  if (typeof input['name'] === 'string' && input['name'].trim() !== '') return;
  const parts = ['club', 'season'].map((field) => matches[field]?.name || texts.get(field)?.trim());
  const described = [...parts, texts.get('kit_type')?.trim()].filter(Boolean).join(' ');
  const name = (kit?.fills?.['name'] as string | undefined) ?? described;
  if (name !== '') input['name'] = shorten(name, NAME_MAX);
}

/** A column for shirts says nothing of a pin, unless a value stands there. */
function dropForeignFields({ input, errors }: RowDraft): void {
  const type = input['item_type'];
  const own: readonly string[] = isKnownType(type) ? fieldsOfType(type) : [];
  if (!isKnownType(type)) return;
  for (const field of [
    'is_fan_version',
    'is_signed',
    'has_nameset',
    'is_short_sleeve',
    'number',
    'player_name',
  ]) {
    if (own.includes(field)) continue;
    if (!input[field]) delete input[field];
    else if (typeof input[field] === 'boolean' && field !== 'is_signed') delete input[field];
    if (!(field in input)) delete errors[field];
  }
}

function isKnownType(type: unknown): type is Parameters<typeof fieldsOfType>[0] {
  return (
    typeof type === 'string' &&
    ['jersey', 'shorts', 'outerwear', 'tracksuit', 'pants', 'other'].includes(type)
  );
}

interface Checked {
  input: ItemInput;
  errors: FieldErrors;
  isValid: boolean;
}

/** Fields whose name is ambiguous are not missing. */
function check(draft: RowDraft, candidates: ResolvedNames['candidates']): Checked {
  const input = createItem.body.parse(draft.input);
  const found = validateItem(input, { isPartial: false, unknown: [] });
  const errors = Object.fromEntries(
    Object.entries({ ...found, ...draft.errors }).filter(([field]) => !(field in candidates)),
  );
  return { input, errors, isValid: Object.keys(errors).length === 0 };
}

/** A draft of what could be read; the rest goes to the notes, so that nothing is lost. */
function toDraftItem(draft: RowDraft, errors: FieldErrors): Checked {
  const labelled = Object.keys(errors).flatMap((field) => {
    const text = draft.texts.get(field) ?? draft.names[field as NameField]?.texts[0];
    return text === undefined ? [] : [`${field}: ${text}`];
  });
  for (const field of Object.keys(errors)) {
    if (field !== 'item_type') delete draft.input[field];
    delete draft.errors[field];
  }
  draft.input['is_draft'] = true;
  if ('notes' in ITEM_FIELDS && labelled.length > 0) {
    draft.input['notes'] = [draft.input['notes'], ...labelled].filter(Boolean).join('\n');
  }
  return check(draft, {});
}

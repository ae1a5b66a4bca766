import { refuseForm, type FormErrors, type FormValues } from '@kitroom/server/pages/form';
import { LINES } from '../../interchange/line-schemas.ts';
import { completeKitType, resolvePlace, tidyAliases, tidyName } from '../../interchange/record-rules.ts';
import type { RecordField } from '../../records/record-form-fields.ts';
import type { CatalogueIndex } from '../../search/index/catalogue-index.ts';
import type { KindDeclaration } from './kinds.ts';
import type { FullLine } from './record-sources.ts';
import { showReference, toReferenceKey } from './references.ts';

/** Converts a record to the values of its form, with names for the records that it refers to. */
export function toFormValues(index: CatalogueIndex, { fields }: KindDeclaration, line: FullLine): FormValues {
  return Object.fromEntries(fields.map((field) => [field.name, toText(index, field, line[field.name])]));
}

/**
 * Parses a form by the rules of imports, and validates fields that differ from the `stored` record. Names are
 * replaced by the keys of the records that they refer to; unknown names are kept. Throws a 400 with all
 * errors by field.
 */
export function readRecordForm(
  index: CatalogueIndex,
  kind: KindDeclaration,
  form: FormValues,
  stored?: FullLine,
): FullLine {
  const shown = stored && toFormValues(index, kind, stored);
  const errors: Record<string, string> = {};
  const values = Object.fromEntries(
    kind.fields.map((field) => {
      const text = form[field.name] ?? '';
      if (stored && isUnedited(field, text, shown?.[field.name])) return [field.name, stored[field.name]];
      return [field.name, readReferences(index, field, toValue(field, text), errors)];
    }),
  );
  if (kind.kind === 'kit_type') removeEmpty(values);
  const result = LINES[kind.kind].safeParse({ kind: kind.kind, ...values });
  for (const issue of result.error?.issues ?? []) {
    const name = String(issue.path[0] ?? '');
    const field = kind.fields.find((candidate) => candidate.name === name);
    errors[name] ??= `${field?.label ?? 'The form'} ${issue.message}.`;
  }
  for (const { name, label, validate } of kind.fields) {
    const value = values[name];
    if (!validate || typeof value !== 'string' || value === stored?.[name]) continue;
    const problem = validate(value);
    if (problem !== undefined) errors[name] ??= `${label} ${problem}.`;
  }
  const { problem, ...place } = result.data?.kind === 'club' ? resolvePlace(result.data, null) : {};
  if (problem !== undefined) errors['association'] ??= `Association ${problem}.`;
  if (!result.success || Object.keys(errors).length > 0) throw refuseForm(errors);
  const line = { ...result.data, ...place };
  return line.kind === 'kit_type' ? completeKitType(line) : line;
}

/** Returns an error for each field whose stored value differs from the one that was sent. */
export function describeChanges(
  index: CatalogueIndex,
  kind: KindDeclaration,
  sent: FormValues,
  line: FullLine,
): FormErrors {
  const stored = toFormValues(index, kind, line);
  const differing = kind.fields.filter(
    ({ name }) => (sent[name] ?? '').replaceAll('\r', '') !== stored[name],
  );
  return {
    '': `Somebody else changed this ${kind.singular} while you edited it. Saving again replaces the stored values.`,
    ...Object.fromEntries(
      differing.map(({ name, label, type }) => [
        name,
        `${label}: stored now is ${type === 'switch' ? stored[name] || 'off' : `“${stored[name]}”`}.`,
      ]),
    ),
  };
}

/**
 * Whether a field keeps its stored value because the operator did not edit it. Imported keys, names and
 * references may contain characters that browsers do not send back.
 */
function isUnedited({ holds, refersTo }: RecordField, sent: string, shown = ''): boolean {
  if (holds === 'names') return toLineFeeds(sent) === toLineFeeds(shown);
  const isCompared = holds === 'key' || holds === 'name' || refersTo !== undefined;
  return isCompared && withoutBreaks(sent) === withoutBreaks(shown);
}

function toLineFeeds(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n');
}

function withoutBreaks(text: string): string {
  return text.replaceAll(/[\r\n]/g, '');
}

function readReferences(
  index: CatalogueIndex,
  { name, label, refersTo }: RecordField,
  value: unknown,
  errors: Record<string, string>,
): unknown {
  if (refersTo === undefined) return value;
  const read = (text: string) => {
    const { key, problem } = toReferenceKey(index, refersTo, text);
    if (problem !== undefined) errors[name] ??= `${label}: ${problem}`;
    return key;
  };
  if (Array.isArray(value)) return value.map((text) => read(String(text)));
  return typeof value === 'string' && value !== '' ? read(value) : value;
}

function toText(index: CatalogueIndex, { holds, refersTo }: RecordField, value: unknown): string {
  if (value === null || value === undefined || value === false) return '';
  if (value === true) return 'on';
  const show = (item: unknown) =>
    refersTo === undefined ? String(item) : showReference(index, refersTo, String(item));
  return Array.isArray(value) ? value.map(show).join(holds === 'commas' ? ', ' : '\n') : show(value);
}

function toValue({ holds = 'text', isOptional = false }: RecordField, sent: string): unknown {
  const text = holds === 'key' ? sent : sent.trim();
  switch (holds) {
    case 'switch':
      return text === 'on';
    case 'lines':
      return split(text, '\n');
    case 'name':
      return tidyName(text);
    case 'names':
      return tidyAliases(split(text, '\n'));
    case 'commas':
      return split(text, ',');
    case 'integer':
    case 'number':
      if (/^-?\d{1,15}([.,]\d{1,15})?$/.test(text)) return Number(text.replace(',', '.'));
      return text === '' ? null : text;
    case 'text':
    case 'key':
      return isOptional && text === '' ? null : text;
  }
}

function split(text: string, separator: string): string[] {
  return text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** Removes nulls, because a kit type derives missing fields and does not allow null. */
function removeEmpty(values: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(values)) if (value === null) delete values[name];
}

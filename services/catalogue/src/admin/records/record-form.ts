import { categoryOrder, deriveKitType } from '@kitroom/shared';
import type { FormErrors, FormValues } from '@kitroom/server/pages/form';
import { LINES, type AnyLine, type Kind, type Line } from '../../interchange/line-schemas.ts';
import { resolvePlace } from '../../interchange/record-rules.ts';
import type { RecordField } from '../../record-fields.ts';
import type { KindPage } from './kind-pages.ts';

/** A record as a line of the import format, with every field set. */
export type FullLine = Readonly<Record<string, unknown>> & { kind: Kind };

/** The submitted form cannot be stored; holds the errors by field. */
export class FormRefused extends Error {
  override readonly name = 'FormRefused';
  readonly errors: FormErrors;

  constructor(errors: FormErrors) {
    super('the form was refused');
    this.errors = errors;
  }
}

export function nameOf({ key }: KindPage, line: FullLine): string {
  const name = line['name'] ?? line[key];
  return typeof name === 'string' ? name : '';
}

export function toFormValues({ fields }: KindPage, line: FullLine): FormValues {
  return Object.fromEntries(fields.map((field) => [field.name, toText(field, line[field.name])]));
}

/**
 * Parses a form by the rules of imports, and validates fields that differ from the `stored` record. Throws FormRefused
 * with all errors.
 */
export function readRecordForm(page: KindPage, form: FormValues, stored?: FullLine): FullLine {
  const texts = keepStoredKeys(page, form, stored && toFormValues(page, stored));
  const given = Object.fromEntries(
    page.fields.map((field) => [field.name, toValue(field, texts[field.name] ?? '')]),
  );
  if (page.kind === 'kit_type') removeEmpty(given);
  const result = LINES[page.kind].safeParse({ kind: page.kind, ...given });
  const errors: Record<string, string> = {};
  for (const issue of result.error?.issues ?? []) {
    const name = String(issue.path[0] ?? '');
    const field = page.fields.find((one) => one.name === name);
    errors[name] ??= `${field?.label ?? 'The form'} ${issue.message}.`;
  }
  for (const { name, label, validate } of page.fields) {
    const value = given[name];
    if (!validate || typeof value !== 'string' || value === stored?.[name]) continue;
    const problem = validate(value);
    if (problem !== undefined) errors[name] ??= `${label} ${problem}.`;
  }
  const { problem, ...place } = result.data?.kind === 'club' ? resolvePlace(result.data, null) : {};
  if (problem !== undefined) errors['association'] ??= `Association ${problem}.`;
  if (!result.success || Object.keys(errors).length > 0) throw new FormRefused(errors);
  return complete({ ...result.data, ...place });
}

/** Imported slugs may contain line breaks, which browsers strip from text fields: compare without them. */
function keepStoredKeys({ fields }: KindPage, form: FormValues, stored: FormValues = {}): FormValues {
  const kept = fields.flatMap(({ name, holds }) => {
    const [sent, known] = [form[name], stored[name]];
    const isSame = sent !== undefined && withoutBreaks(sent) === withoutBreaks(known ?? '');
    return holds === 'key' && isSame ? [[name, known ?? '']] : [];
  });
  return { ...form, ...Object.fromEntries(kept) };
}

function withoutBreaks(text: string): string {
  return text.replaceAll(/[\r\n]/g, '');
}

/** Derives the missing fields of a kit type, as imports do. */
export function completeKitType(line: Line<'kit_type'>): FullLine {
  const { category, category_order: order = category && categoryOrder(category) } = line;
  return { ...deriveKitType(line.name), ...line, ...(order === undefined ? {} : { category_order: order }) };
}

function complete(line: AnyLine): FullLine {
  return line.kind === 'kit_type' ? completeKitType(line) : { ...line };
}

function toText({ holds }: RecordField, value: unknown): string {
  if (value === null || value === undefined || value === false) return '';
  if (value === true) return 'on';
  if (Array.isArray(value)) return value.join(holds === 'commas' ? ', ' : '\n');
  return typeof value === 'number' ? String(value) : (value as string);
}

function toValue({ holds = 'text', isOptional = false }: RecordField, sent: string): unknown {
  const text = holds === 'key' ? sent : sent.trim();
  switch (holds) {
    case 'switch':
      return text === 'on';
    case 'lines':
      return split(text, /\r?\n/);
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

function split(text: string, separator: string | RegExp): string[] {
  return text
    .split(separator)
    .map((one) => one.trim())
    .filter((one) => one !== '');
}

/** Missing fields of a kit type are derived, and null is not allowed. */
function removeEmpty(given: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(given)) if (value === null) delete given[name];
}

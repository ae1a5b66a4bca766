import type { FieldErrors } from '@kitroom/collection-client';
import type { Evaluated, ImportRowRecord } from '../import-row-queries.ts';
import type { Mapping } from '../understand/import-fields.ts';

type UnreadCells = Pick<ImportRowRecord, 'problems' | 'settled'>;

/** Adds the errors of cells that could not be read, by the fields that they would fill. */
export function addCellErrors<T extends Pick<Evaluated, 'status' | 'errors'>>(
  evaluated: T,
  row: UnreadCells,
  mapping: Mapping,
): T {
  const errors = listCellErrors(row, mapping);
  if (Object.keys(errors).length === 0) return evaluated;
  const status = evaluated.status === 'new' ? 'invalid' : evaluated.status;
  return { ...evaluated, status, errors: { ...evaluated.errors, ...errors } };
}

/** A value that the owner has set takes the place of its cell, and an ignored column has none. */
function listCellErrors({ problems, settled }: UnreadCells, mapping: Mapping): FieldErrors {
  const errors: Record<string, string[]> = {};
  for (const [column, problem] of Object.entries(problems ?? {})) {
    const field = mapping[column] ?? null;
    if (field === 'ignore' || (field !== null && Object.hasOwn(settled?.set ?? {}, field))) continue;
    (errors[field ?? 'non_field_errors'] ??= []).push(`${JSON.stringify(column)}: ${problem}`);
  }
  return errors;
}

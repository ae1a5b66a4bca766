import { useState } from 'react';
import type { Import, ImportRow, ItemType } from '@kitroom/collection-client';
import { Button } from '../../components/button.tsx';
import { Problem } from '../../components/feedback.tsx';
import { Check } from '../../components/field.tsx';
import { readAmount } from '../../components/read-amount.ts';
import { isSettable, toItemChanges } from './field-values.ts';
import { nameField } from './import-fields.ts';
import { ResolveNames } from './resolve-name.tsx';
import { useImportChange } from './use-import.ts';
import { ValueInput } from './value-input.tsx';

interface FixRowProps {
  record: Import;
  row: ImportRow;
  canSettle: boolean;
}

/**
 * Inputs for what a row needs before it can be added: values for its errors, and records for ambiguous names.
 */
export function FixRow({ record, row, canSettle }: FixRowProps) {
  return (
    <>
      <ResolveNames importId={record.id} row={row} disabled={!canSettle} />
      {Object.entries(row.errors).map(([field, sentences]) => (
        <FixField
          key={field}
          record={record}
          row={row}
          canSettle={canSettle}
          error={{ field, text: sentences.join(' ') }}
        />
      ))}
    </>
  );
}

interface FixFieldProps extends FixRowProps {
  error: { field: string; text: string };
}

/**
 * The input for a field with an error, in this row or in all rows with an error in this field. All of these
 * rows can also be skipped.
 */
function FixField({ record, row, canSettle, error: { field, text } }: FixFieldProps) {
  const lacksCurrency = isAmountWithoutCurrency(record, row, field);
  const inputField = lacksCurrency ? 'currency' : field;
  const [value, setValue] = useState('');
  const otherCount = (record.row_errors?.find((candidate) => candidate.field === field)?.invalid ?? 1) - 1;
  const [isForAll, setForAll] = useState(lacksCurrency);
  const [isInvalid, setInvalid] = useState(false);
  const change = useImportChange();
  const { id } = record;
  const isLocked = !canSettle || change.isPending;

  function set() {
    const type = (row.item?.['item_type'] ?? 'jersey') as ItemType;
    const typed = lacksCurrency ? `${readAmountOf(record, row, field)?.amount} ${value}` : value;
    const changes = toItemChanges(field, typed, type);
    setInvalid(changes === undefined);
    if (changes === undefined) return;
    change.mutate((imports) => {
      if (!isForAll) return imports.patchRow({ id, number: row.number }, { set: changes });
      // The amounts differ, so only the currency can be set for all rows.
      return lacksCurrency
        ? imports.patch({ id }, { options: { defaults: { ...record.options.defaults, currency: value } } })
        : imports.patchRows({ id }, { field, set: changes });
    });
  }

  return (
    <div className="fix">
      <p className="field-error">{`${nameField(field)}: ${lacksCurrency ? 'the currency is missing.' : text}`}</p>
      {isSettable(field) && (
        <ValueInput
          label={lacksCurrency ? 'Which currency?' : `${nameField(field)} of row ${row.number}`}
          field={inputField}
          value={value}
          disabled={isLocked}
          errors={isInvalid ? ['Enter a valid value for this field.'] : []}
          change={setValue}
        />
      )}
      {otherCount > 0 && (
        <Check
          label={otherCount === 1 ? 'Also for the other row' : `Also for the other ${otherCount} rows`}
          value={isForAll}
          change={setForAll}
        />
      )}
      <div className="actions">
        {isSettable(field) && (
          <Button disabled={isLocked || value === ''} onClick={set}>
            Set
          </Button>
        )}
        {isForAll && otherCount > 0 && (
          <Button
            disabled={isLocked}
            onClick={() => change.mutate((imports) => imports.patchRows({ id }, { field, skip: true }))}
          >
            {`Skip these ${otherCount + 1} rows`}
          </Button>
        )}
      </div>
      {change.error && <Problem error={change.error} />}
    </div>
  );
}

/** Whether an amount is invalid only because its currency is missing. */
function isAmountWithoutCurrency(record: Import, row: ImportRow, field: string): boolean {
  const isKnown = ['currency', `${field}_currency`].some((name) => name in record.options.defaults);
  return !isKnown && readAmountOf(record, row, field) !== undefined;
}

function readAmountOf({ columns }: Import, { cells }: ImportRow, field: string) {
  const column = columns.find(
    (candidate) => candidate.field === field && (field === 'price' || field === 'estimated_value'),
  );
  return column && readAmount(cells[column.name] ?? '', 'EUR');
}

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
 * What a row needs before it can be added: a value for each error, and a record for each name that may be
 * several.
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
 * The input of a field with an error, for this row or for all that have an error of it, and a way to skip
 * them.
 */
function FixField({ record, row, canSettle, error: { field, text } }: FixFieldProps) {
  const lacksCurrency = isAmountWithoutCurrency(record, row, field);
  const asked = lacksCurrency ? 'currency' : field;
  const [value, setValue] = useState('');
  const others = (record.row_errors?.find((one) => one.field === field)?.invalid ?? 1) - 1;
  const [isForAll, setForAll] = useState(lacksCurrency);
  const [isRefused, setRefused] = useState(false);
  const change = useImportChange();
  const { id } = record;
  const isLocked = !canSettle || change.isPending;

  function set() {
    const type = (row.item?.['item_type'] ?? 'jersey') as ItemType;
    const typed = lacksCurrency ? `${readAmountOf(record, row, field)?.amount} ${value}` : value;
    const changes = toItemChanges(field, typed, type);
    setRefused(changes === undefined);
    if (changes === undefined) return;
    change.mutate((imports) => {
      if (!isForAll) return imports.patchRow({ id, number: row.number }, { set: changes });
      // Amounts differ: what they have in common is the currency.
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
          field={asked}
          value={value}
          disabled={isLocked}
          errors={isRefused ? ['Enter a value that this field can hold.'] : []}
          change={setValue}
        />
      )}
      {others > 0 && (
        <Check
          label={others === 1 ? 'Also for the other row' : `Also for the other ${others} rows`}
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
        {isForAll && others > 0 && (
          <Button
            disabled={isLocked}
            onClick={() => change.mutate((imports) => imports.patchRows({ id }, { field, skip: true }))}
          >
            {`Skip these ${others + 1} rows`}
          </Button>
        )}
      </div>
      {change.error && <Problem error={change.error} />}
    </div>
  );
}

/** Whether all that an amount lacks is its currency. */
function isAmountWithoutCurrency(record: Import, row: ImportRow, field: string): boolean {
  const isKnown = ['currency', `${field}_currency`].some((name) => name in record.options.defaults);
  return !isKnown && readAmountOf(record, row, field) !== undefined;
}

function readAmountOf({ columns }: Import, { cells }: ImportRow, field: string) {
  const column = columns.find(
    (one) => one.field === field && (field === 'price' || field === 'estimated_value'),
  );
  return column && readAmount(cells[column.name] ?? '', 'EUR');
}

import type { CollectionClient, ImportRow } from '@kitroom/collection-client';
import { useState } from 'react';
import { Problem } from '../../components/feedback.tsx';
import { Field } from '../../components/field.tsx';
import { nameField } from './import-words.ts';
import { useImportChange } from './use-import.ts';

type NameField = Parameters<CollectionClient['imports']['resolve']>[1]['field'];

interface SettleNameProps {
  importId: number;
  rowNumber: number;
  /** A name of the row, and the records that it may mean. */
  name: { field: string; text: string; records: ImportRow['candidates'][string] };
  disabled: boolean;
}

/** Chooses what an ambiguous name means, in one row or wherever it stands. */
export function SettleName({ importId, rowNumber, name, disabled }: SettleNameProps) {
  const { field, text, records } = name;
  const [chosen, setChosen] = useState(records[0]?.id ?? 0);
  const settle = useImportChange();
  const isLocked = disabled || settle.isPending;
  return (
    <div className="settle">
      <Field label={`Which ${nameField(field)} is “${text}”?`}>
        {(attributes) => (
          <select
            {...attributes}
            value={chosen}
            disabled={isLocked}
            onChange={(event) => setChosen(Number(event.target.value))}
          >
            {records.map(({ id, name: title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </select>
        )}
      </Field>
      <div className="actions">
        <button
          type="button"
          className="button"
          disabled={isLocked}
          onClick={() =>
            settle.mutate((imports) =>
              // Only these names can be ambiguous.
              imports.resolve({ id: importId }, { field: field as NameField, text, id: chosen }),
            )
          }
        >
          {`In all rows with “${text}”`}
        </button>
        <button
          type="button"
          className="button"
          disabled={isLocked}
          onClick={() =>
            settle.mutate((imports) =>
              imports.patchRow({ id: importId, number: rowNumber }, { set: { [field]: chosen } }),
            )
          }
        >
          {`Only in row ${rowNumber}`}
        </button>
      </div>
      {settle.error && <Problem error={settle.error} />}
    </div>
  );
}

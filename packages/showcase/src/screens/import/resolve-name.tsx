import { useState } from 'react';
import { SUGGESTION_TYPES, type SuggestionType } from '@kitroom/catalogue-client';
import type { CollectionClient, ImportRow } from '@kitroom/collection-client';
import { Button } from '../../components/button.tsx';
import { Problem } from '../../components/feedback.tsx';
import { SelectField, TextField } from '../../components/field.tsx';
import { useSuggestions } from '../../components/use-suggestions.ts';
import { nameField } from './import-fields.ts';
import { useImportChange } from './use-import.ts';

type NameField = Parameters<CollectionClient['imports']['resolve']>[1]['field'];

interface ResolveNameProps {
  importId: number;
  rowNumber: number;
  /** A name of the row, and the records that it may mean. No records if it was not found. */
  name: { field: string; text: string; records: ReadonlyArray<{ id: number; name: string }> };
  disabled: boolean;
}

interface ResolveNamesProps {
  importId: number;
  row: ImportRow;
  disabled: boolean;
}

/** Inputs for choosing the records of ambiguous and unknown names of a row. */
export function ResolveNames({ importId, row, disabled }: ResolveNamesProps) {
  return Object.entries(row.texts).map(([field, text]) => (
    <ResolveName
      key={field}
      importId={importId}
      rowNumber={row.number}
      name={{ field, text, records: row.candidates[field] ?? [] }}
      disabled={disabled}
    />
  ));
}

/** Inputs for choosing the record of a name, in one row or in all rows with this name. */
function ResolveName({ importId, rowNumber, name, disabled }: ResolveNameProps) {
  const { field, text, records } = name;
  const fieldName = nameField(field).toLowerCase();
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<number>();
  const { suggestions } = useSuggestions(search, isSuggested(field) ? field : undefined);
  const resolve = useImportChange();
  const options =
    suggestions?.map(({ id, label, detail }) => ({ id, name: withDetail(label, detail) })) ?? records;
  const id = options.find((option) => option.id === chosen)?.id ?? options[0]?.id;
  const isLocked = disabled || resolve.isPending;
  return (
    <div className="resolve">
      <TextField
        label={
          records.length > 0
            ? `Search for another ${fieldName}`
            : `No ${fieldName} found for “${text}”. Search for it`
        }
        type="search"
        autoComplete="off"
        value={search}
        disabled={isLocked}
        change={setSearch}
      />
      {search.trim() !== '' && suggestions?.length === 0 && <p role="status">Nothing found.</p>}
      {id !== undefined && (
        <>
          <SelectField
            label={`Which ${fieldName} is “${text}”?`}
            options={options.map((option) => [option.id, option.name] as const)}
            value={id}
            disabled={isLocked}
            change={(option) => setChosen(Number(option))}
          />
          <div className="actions">
            <Button
              disabled={isLocked}
              onClick={() =>
                // Only these names can be ambiguous or unknown.
                resolve.mutate((imports) =>
                  imports.resolve({ id: importId }, { field: field as NameField, text, id }),
                )
              }
            >
              {`In all rows with “${text}”`}
            </Button>
            <Button
              disabled={isLocked}
              onClick={() =>
                resolve.mutate((imports) =>
                  imports.patchRow({ id: importId, number: rowNumber }, { set: { [field]: id } }),
                )
              }
            >
              {`Only in row ${rowNumber}`}
            </Button>
          </div>
        </>
      )}
      {resolve.error && <Problem error={resolve.error} />}
    </div>
  );
}

function isSuggested(field: string): field is SuggestionType {
  return (SUGGESTION_TYPES as readonly string[]).includes(field);
}

function withDetail(label: string, detail: string | null): string {
  return detail ? `${label}, ${detail}` : label;
}

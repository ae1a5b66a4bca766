import { useState } from 'react';
import type { Import, ImportOptions } from '@kitroom/collection-client';
import { Check, SelectField, TextField } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { countOf } from '../../components/format.ts';
import { useImportChange } from './use-import.ts';

type Sheet = Import['sheets'][number];

/** Encodings that cannot always be detected reliably. */
const ENCODINGS = {
  'utf-8': 'Unicode (UTF-8)',
  'windows-1252': 'Western European (Windows-1252)',
  'windows-1250': 'Central European (Windows-1250)',
  macintosh: 'Western European (MacRoman)',
};

/** The sheets and header rows of the file, read or not. Saving reads the file again. */
export function SheetsForm({ record, isBusy }: { record: Import; isBusy: boolean }) {
  const { id, sheets, options } = record;
  const [used, setUsed] = useState(
    () => new Set(sheets.filter((sheet) => sheet.used).map(({ name }) => name)),
  );
  const [rows, setRows] = useState<Readonly<Record<string, number>>>({});
  const [encoding, setEncoding] = useState(options.encoding);
  const save = useImportChange();

  function submit() {
    const changes: Partial<ImportOptions> = {
      ...(sheets.length > 1 && { sheets: [...used] }),
      ...(Object.keys(rows).length > 0 && { header_row: { ...toRows(options.header_row, sheets), ...rows } }),
      ...(encoding !== options.encoding && { encoding }),
    };
    save.mutate((imports) => imports.patch({ id }, { options: changes }));
  }

  function toggle(name: string, isUsed: boolean) {
    setUsed(
      new Set(
        sheets
          .map((sheet) => sheet.name)
          .filter((sheetName) => (sheetName === name ? isUsed : used.has(sheetName))),
      ),
    );
  }

  return (
    <Form error={save.error} onSubmit={submit} aria-label="Sheets and header rows">
      {sheets.map((sheet) => (
        <fieldset key={sheet.name}>
          <legend>{sheet.name}</legend>
          <p className="field-hint">{describeSheet(sheet)}</p>
          {sheets.length > 1 && (
            <Check
              label={`Read the sheet “${sheet.name}”`}
              value={used.has(sheet.name)}
              change={(isUsed) => toggle(sheet.name, isUsed)}
            />
          )}
          <TextField
            label="Row with the names of the columns"
            hint="0 if the sheet has no header."
            type="number"
            min={0}
            value={rows[sheet.name] ?? sheet.header_row ?? ''}
            change={(row) => setRows({ ...rows, [sheet.name]: Number(row) })}
          />
        </fieldset>
      ))}
      {encoding !== null && (
        <SelectField
          label="Encoding"
          hint="Change this if accented letters look wrong."
          options={Object.entries({ [encoding]: encoding, ...ENCODINGS })}
          value={encoding}
          change={setEncoding}
        />
      )}
      <div className="actions">
        <button type="submit" className="button" disabled={isBusy || save.isPending || used.size === 0}>
          Apply these settings
        </button>
      </div>
    </Form>
  );
}

/** The header rows that were set before, by sheet. */
function toRows(headerRow: ImportOptions['header_row'], sheets: readonly Sheet[]): Record<string, number> {
  if (typeof headerRow !== 'number') return headerRow ?? {};
  return Object.fromEntries(sheets.map(({ name }) => [name, headerRow]));
}

function describeSheet({ rows, used, header_row: header }: Sheet): string {
  if (!used)
    return `Not read: ${countOf(rows, 'row')}. It is hidden, not chosen, or has no recognisable headings.`;
  const place = header === null || header === 0 ? 'no header' : `the header in row ${header}`;
  return `Read: ${countOf(rows, 'row')}, with ${place}.`;
}

import { useState } from 'react';
import type { ImportOptions } from '@kitroom/collection-client';
import { Button } from '../../components/button.tsx';
import { FieldSelect } from './field-select.tsx';
import { nameField } from './import-fields.ts';
import { ValueInput } from './value-input.tsx';

interface DefaultValuesProps {
  value: ImportOptions['defaults'];
  fields: readonly string[];
  change: (value: ImportOptions['defaults']) => void;
}

/** What no default can say of all rows: which item a row is. */
const OF_ONE_ROW = /_(?:id|ids|slug|archive_id)$|^(?:external_id|kit|photos|values|is_draft)$|_at$/;

/** What empty cells are filled with: a field and its value in each line, the last one still to be chosen. */
export function DefaultValues({ value, fields, change }: DefaultValuesProps) {
  const [lines, setLines] = useState(() =>
    Object.entries(value).map(([field, content]) => ({ field, text: toText(content) })),
  );
  const set = (next: typeof lines) => {
    setLines(next);
    const complete = next.filter(({ text }) => text !== '');
    change(Object.fromEntries(complete.map(({ field, text }) => [field, text])));
  };
  const open = fields.filter(
    (field) => !OF_ONE_ROW.test(field) && lines.every((line) => line.field !== field),
  );
  return (
    <fieldset className="wide-field">
      <legend>Fill empty cells with …</legend>
      <ul className="defaults">
        {lines.map(({ field, text }) => (
          <li key={field}>
            <ValueInput
              label={nameField(field)}
              field={field}
              value={text}
              change={(typed) =>
                set(lines.map((line) => (line.field === field ? { field, text: typed } : line)))
              }
            />
            <Button
              aria-label={`Remove ${nameField(field)}`}
              onClick={() => set(lines.filter((line) => line.field !== field))}
            >
              Remove
            </Button>
          </li>
        ))}
        <li>
          <FieldSelect
            label={lines.length === 0 ? 'Field' : 'Another field'}
            first={[['', 'Choose a field …']]}
            fields={open}
            value=""
            change={(field) => set([...lines, { field, text: '' }])}
          />
        </li>
      </ul>
    </fieldset>
  );
}

/** As the lists of values have it. */
function toText(content: string | number | boolean): string {
  return typeof content === 'boolean' ? (content ? 'yes' : 'no') : String(content);
}

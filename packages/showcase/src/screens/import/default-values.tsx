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

/** Fields that cannot have a default, because they identify the item of a single row. */
const ROW_SPECIFIC = /_(?:id|ids|slug|archive_id)$|^(?:external_id|kit|photos|values|is_draft)$|_at$/;

/**
 * The default values for empty cells. Each line has a field and its value; the last one is for another field.
 */
export function DefaultValues({ value, fields, change }: DefaultValuesProps) {
  const [lines, setLines] = useState(() =>
    Object.entries(value).map(([field, content]) => ({ field, text: toText(content) })),
  );
  const set = (changedLines: typeof lines) => {
    setLines(changedLines);
    const complete = changedLines.filter(({ text }) => text !== '');
    change(Object.fromEntries(complete.map(({ field, text }) => [field, text])));
  };
  const availableFields = fields.filter(
    (field) => !ROW_SPECIFIC.test(field) && lines.every((line) => line.field !== field),
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
            fields={availableFields}
            value=""
            change={(field) => set([...lines, { field, text: '' }])}
          />
        </li>
      </ul>
    </fieldset>
  );
}

/** Converts a default value to the format of the inputs. */
function toText(content: string | number | boolean): string {
  return typeof content === 'boolean' ? (content ? 'yes' : 'no') : String(content);
}

import type { SelectHTMLAttributes } from 'react';
import { Field } from '../../components/field.tsx';
import { groupFields } from './import-fields.ts';

interface FieldSelectProps extends SelectHTMLAttributes<HTMLSelectElement> {
  label: string;
  hint?: string;
  /** Options before the fields. */
  first: ReadonlyArray<readonly [value: string, text: string]>;
  fields: readonly string[];
  change: (field: string) => void;
}

/** A select of the fields that columns can fill, in the groups of the item form. */
export function FieldSelect({ label, hint, first, fields, change, ...attributes }: FieldSelectProps) {
  return (
    <Field label={label} hint={hint}>
      {(described) => (
        <select {...described} {...attributes} onChange={({ target }) => change(target.value)}>
          {first.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
          {groupFields(fields).map(([group, options]) => (
            <optgroup key={group} label={group}>
              {options.map(([field, name]) => (
                <option key={field} value={field}>
                  {name}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      )}
    </Field>
  );
}

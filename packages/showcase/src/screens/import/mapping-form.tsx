import { useState } from 'react';
import type { Import, ImportOptions } from '@kitroom/collection-client';
import { Form } from '../../components/form.tsx';
import { FieldSelect } from './field-select.tsx';
import { OptionFields } from './option-fields.tsx';
import { useImportChange } from './use-import.ts';

const NO_FIELD = [
  ['', 'Keep in the notes'],
  ['ignore', 'Leave out'],
] as const;

/** The field of each column, with sample values, and the options. Saving evaluates the rows again. */
export function MappingForm({ record, isBusy }: { record: Import; isBusy: boolean }) {
  const { id, columns, fields } = record;
  const [mapping, setMapping] = useState(record.mapping);
  // Only changed options are sent, so that detected ones, such as the decimal sign, are not fixed.
  const [options, setOptions] = useState<Partial<ImportOptions>>({});
  const save = useImportChange();
  return (
    <Form
      error={save.error}
      onSubmit={() => save.mutate((imports) => imports.patch({ id }, { mapping, options }))}
      aria-label="Columns and options"
    >
      <div className="columns">
        {columns.map(({ name, samples }) => (
          <FieldSelect
            key={name}
            label={name}
            hint={samples.join(' · ') || 'Empty'}
            first={NO_FIELD}
            fields={fields}
            value={mapping[name] ?? ''}
            change={(target) => setMapping({ ...mapping, [name]: target || null })}
          />
        ))}
      </div>
      <OptionFields
        fields={fields}
        options={{ ...record.options, ...options }}
        change={(changes) => setOptions({ ...options, ...changes })}
      />
      <div className="actions">
        <button type="submit" className="button" disabled={isBusy || save.isPending}>
          Apply these settings
        </button>
      </div>
    </Form>
  );
}

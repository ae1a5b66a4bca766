import type { Import, ImportOptions } from '@kitroom/collection-client';
import { useState, type FormEvent } from 'react';
import { Field } from '../../components/field.tsx';
import { FormProblem } from '../../components/form-problem.tsx';
import { nameField } from './import-words.ts';
import { OptionFields } from './option-fields.tsx';
import { useImportChange } from './use-import.ts';

/** Which field each column fills, with samples, and the options; saving evaluates the rows anew. */
export function MappingForm({ record, isBusy }: { record: Import; isBusy: boolean }) {
  const { id, columns, fields } = record;
  const [mapping, setMapping] = useState(record.mapping);
  // Only what the user changes is sent: the decimal sign that was detected is not said for good.
  const [options, setOptions] = useState<Partial<ImportOptions>>({});
  const save = useImportChange();

  function submit(event: FormEvent) {
    event.preventDefault();
    save.mutate((imports) => imports.patch({ id }, { mapping, options }));
  }

  return (
    <form className="form" onSubmit={submit} aria-label="Columns and options">
      <FormProblem error={save.error} fields={[]} />
      <div className="columns">
        {columns.map(({ name, samples }) => (
          <Field key={name} label={name} hint={samples.join(' · ') || 'Empty'}>
            {(attributes) => (
              <select
                {...attributes}
                value={mapping[name] ?? ''}
                onChange={(event) => setMapping({ ...mapping, [name]: event.target.value || null })}
              >
                <option value="">Keep in the notes</option>
                <option value="ignore">Leave out</option>
                {fields.map((field) => (
                  <option key={field} value={field}>
                    {nameField(field)}
                  </option>
                ))}
              </select>
            )}
          </Field>
        ))}
      </div>
      <OptionFields
        options={{ ...record.options, ...options }}
        change={(changes) => setOptions({ ...options, ...changes })}
      />
      <div className="actions">
        <button type="submit" className="button" disabled={isBusy || save.isPending}>
          Read the rows again
        </button>
      </div>
    </form>
  );
}

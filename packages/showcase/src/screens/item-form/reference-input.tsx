import { useEffect, useId } from 'react';
import { Field } from '../../components/field.tsx';
import { FIELD_WORDS } from '../../components/item-words.ts';
import { useSuggestions } from '../../components/use-suggestions.ts';
import { UNKNOWN_KIT, type ReferenceField } from './item-values.ts';
import type { CheckedForm } from './use-item-values.ts';

const KEPT_AS_TEXT = 'Not in the catalogue. We’ll keep it exactly as you typed it.';

interface ReferenceInputProps {
  form: CheckedForm;
  field: ReferenceField;
}

/** A record of the catalogue by its name, which is suggested while it is typed. */
export function ReferenceInput({ form, field }: ReferenceInputProps) {
  const listId = useId();
  const name = form.values.names[field];
  const id = form.values.fields[field] ?? null;
  const isOpen = name !== '' && id === null;
  const suggestions = useSuggestions(isOpen ? name : '', field);
  const { setReference } = form;
  const found = suggestions?.find(({ label }) => label.toLowerCase() === name.trim().toLowerCase());
  const foundId = isOpen ? found?.id : undefined;
  const foundName = found?.label ?? '';
  useEffect(() => {
    if (foundId !== undefined) setReference(field, foundId, foundName);
    // `setReference` is another function each time.
  }, [field, foundId, foundName]);
  const hint = isOpen && suggestions ? (field === 'kit' ? UNKNOWN_KIT : KEPT_AS_TEXT) : undefined;
  return (
    <Field label={FIELD_WORDS[field]} errors={form.errors[field]} {...(hint && { hint })}>
      {(described) => (
        <>
          <input
            {...described}
            list={listId}
            autoComplete="off"
            spellCheck={false}
            value={name}
            onChange={({ target }) => setReference(field, null, target.value)}
          />
          <datalist id={listId}>
            {suggestions?.map((suggestion) => (
              <option key={suggestion.id} value={suggestion.label}>
                {suggestion.detail}
              </option>
            ))}
          </datalist>
        </>
      )}
    </Field>
  );
}

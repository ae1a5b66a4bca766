import { useId, useState } from 'react';
import type { SuggestionType } from '@kitroom/catalogue-client';
import { CURRENCIES } from '../../components/currencies.ts';
import { Field, Select, SelectField, TextField } from '../../components/field.tsx';
import { useSuggestions } from '../../components/use-suggestions.ts';
import { listChoices } from './field-values.ts';

interface ValueInputProps {
  label: string;
  field: string;
  /** The value in the format of a table cell. */
  value: string;
  errors?: readonly string[];
  disabled?: boolean;
  change: (value: string) => void;
}

/** An input for the value of any field: a select if it has a list of values, with suggestions for names. */
export function ValueInput({ field, ...props }: ValueInputProps) {
  const choices = listChoices(field);
  if (choices) return <SelectField {...props} options={[['', 'Choose …'], ...choices]} />;
  if (field === 'brand' || field === 'club' || field === 'season' || field === 'kit')
    return <NameInput field={field} {...props} />;
  if (field === 'price' || field === 'estimated_value') return <AmountInput {...props} />;
  if (field === 'acquired_on') return <TextField {...props} type="date" />;
  if (field === 'number') return <TextField {...props} type="number" min={0} max={999} />;
  return <TextField {...props} />;
}

type InputProps = Omit<ValueInputProps, 'field'>;

function NameInput({ field, ...props }: InputProps & { field: SuggestionType }) {
  const listId = useId();
  const { suggestions } = useSuggestions(props.value, field);
  return (
    <>
      <TextField {...props} list={listId} autoComplete="off" />
      <datalist id={listId}>
        {suggestions?.map((suggestion) => (
          <option key={suggestion.id} value={suggestion.label}>
            {suggestion.detail}
          </option>
        ))}
      </datalist>
    </>
  );
}

/** An input for an amount and its currency. The value is, for example, `45 EUR`. */
function AmountInput({ label, errors, value, change, disabled }: InputProps) {
  const [currency, setCurrency] = useState(/[A-Z]{3}$/.exec(value)?.[0] ?? 'EUR');
  const amount = value.replace(/ ?[A-Z]{3}$/, '');
  const set = (typed: string, code: string) => change(typed.trim() === '' ? '' : `${typed} ${code}`);
  return (
    <Field label={label} errors={errors}>
      {(described) => (
        <span className="money">
          <input
            {...described}
            inputMode="decimal"
            value={amount}
            disabled={disabled}
            onChange={({ target }) => set(target.value, currency)}
          />
          <Select
            aria-label={`Currency of ${label}`}
            options={CURRENCIES.map((code) => [code, code])}
            value={currency}
            disabled={disabled}
            change={(code) => {
              setCurrency(code);
              set(amount, code);
            }}
          />
        </span>
      )}
    </Field>
  );
}

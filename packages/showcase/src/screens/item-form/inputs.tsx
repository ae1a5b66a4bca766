import { useState, type InputHTMLAttributes } from 'react';
import { isCurrencyCode, ITEM_COLOURS, type ItemChanges } from '@kitroom/collection-client';
import { readStored, writeStored } from '../../browser-storage.ts';
import { CURRENCIES } from '../../components/currencies.ts';
import { Check, Field, Select, SelectField, TextField } from '../../components/field.tsx';
import { FIELD_LABELS, sizesOf, type FormField } from '../../components/item-labels.ts';
import { readAmount } from '../../components/read-amount.ts';
import { SizePicker } from '../../components/size-picker.tsx';
import { Swatch } from '../../components/swatch.tsx';
import type { CheckedForm } from './use-item-values.ts';

/** The fields whose values have this type. */
type FieldOf<Value> = {
  [Name in FormField]: NonNullable<ItemChanges[Name]> extends Value ? Name : never;
}[FormField];

interface InputProps<Value> {
  form: CheckedForm;
  field: FieldOf<Value>;
}

function labelsOf({ errors }: CheckedForm, field: FormField) {
  return { label: FIELD_LABELS[field], errors: errors[field] };
}

interface TextInputProps
  extends InputProps<string>, Pick<InputHTMLAttributes<HTMLInputElement>, 'maxLength'> {
  isRequired?: boolean;
  type?: 'date';
  rows?: number;
}

/** A text input, with several lines if `rows` is set. With type `date`, the value is null if it is empty. */
export function TextInput({ form, field, ...attributes }: TextInputProps) {
  return (
    <TextField
      {...labelsOf(form, field)}
      {...attributes}
      value={form.values.fields[field] ?? ''}
      change={(text) => form.change({ [field]: attributes.type === 'date' && text === '' ? null : text })}
    />
  );
}

/** An input for the number on the back, which may be empty. */
export function NumberInput({ form }: { form: CheckedForm }) {
  return (
    <TextField
      {...labelsOf(form, 'number')}
      type="number"
      min="0"
      max="999"
      value={form.values.fields.number ?? ''}
      change={(text) => form.change({ number: text === '' ? null : Number(text) })}
    />
  );
}

interface Option {
  id: string | number;
  name: string;
}

const toOption = <Id extends Option['id']>({ id, name }: { id: Id; name: string }) => [id, name] as const;

interface SelectInputProps extends InputProps<string | number> {
  options: readonly Option[];
}

/** A select of a few values, or "Unknown". */
export function SelectInput({ form, field, options }: SelectInputProps) {
  return (
    <SelectField
      {...labelsOf(form, field)}
      options={[['', 'Unknown'], ...options.map(toOption)]}
      value={form.values.fields[field] ?? ''}
      change={(chosen) =>
        form.change({ [field]: options.find(({ id }) => String(id) === chosen)?.id ?? null })
      }
    />
  );
}

/** A select of the sizes that items of this type can have. */
export function SizeInput({ form }: { form: CheckedForm }) {
  const { size = null, size_text: text = '' } = form.values.fields;
  return (
    <SizePicker
      sizes={sizesOf(form.values.item_type).map(toOption)}
      errors={form.errors['size']}
      textErrors={form.errors['size_text']}
      value={{ id: size, text }}
      change={(value) => form.change({ size: value.id, size_text: value.text })}
    />
  );
}

export function CheckInput({ form, field }: InputProps<boolean>) {
  return (
    <Check
      label={FIELD_LABELS[field]}
      value={form.values.fields[field] === true}
      change={(isChecked) => form.change({ [field]: isChecked })}
    />
  );
}

/** Checkboxes for several colours. */
export function ColoursInput({ form }: { form: CheckedForm }) {
  const chosen = form.values.fields.secondary_colors ?? [];
  const toggle = (id: number, isChosen: boolean) =>
    form.change({
      secondary_colors: isChosen ? [...chosen, id] : chosen.filter((chosenId) => chosenId !== id),
    });
  return (
    <fieldset className="wide-field">
      <legend>{FIELD_LABELS.secondary_colors}</legend>
      <div className="checks">
        {ITEM_COLOURS.map(({ id, name, color }) => (
          <Check
            key={id}
            label={<Swatch name={name} color={color} />}
            value={chosen.includes(id)}
            change={(isChosen) => toggle(id, isChosen)}
          />
        ))}
      </div>
    </fieldset>
  );
}

type MoneyField = 'price' | 'estimated_value';

/** The storage key of the last used currency, which is the default for the next amount. */
const LAST_CURRENCY = 'currency';

function toCurrency(stored: unknown): string | undefined {
  return typeof stored === 'string' && isCurrencyCode(stored) ? stored : undefined;
}

/** An input for an amount as people write it, and its currency. */
export function MoneyInput({ form, field }: { form: CheckedForm; field: MoneyField }) {
  const stored = form.values.fields[field];
  const [text, setText] = useState(stored?.amount ?? '');
  const [chosen, setChosen] = useState<string>();
  const currency = stored?.currency ?? chosen ?? readStored(LAST_CURRENCY, toCurrency) ?? 'EUR';
  const set = (typed: string, code: string) => {
    const money = readAmount(typed, code);
    setText(typed);
    setChosen(money?.currency ?? code);
    writeStored(LAST_CURRENCY, money?.currency ?? code);
    // Text that is not an amount is kept, so that the form shows an error and is not sent.
    form.change({ [field]: typed.trim() === '' ? null : (money ?? { amount: typed, currency: code }) });
  };
  return (
    <Field {...labelsOf(form, field)}>
      {(described) => (
        <span className="money">
          <input
            {...described}
            inputMode="decimal"
            value={text}
            onChange={({ target }) => set(target.value, currency)}
          />
          <Select
            aria-label={`Currency of ${FIELD_LABELS[field].toLowerCase()}`}
            options={[...new Set([...CURRENCIES, currency])].map((code) => [code, code])}
            value={currency}
            change={(code) => set(stored?.amount ?? '', code)}
          />
        </span>
      )}
    </Field>
  );
}

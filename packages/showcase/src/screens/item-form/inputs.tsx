import { ITEM_COLOURS, SIZE_TEXT_MAX, type ItemChanges } from '@kitroom/collection-client';
import { useState, type InputHTMLAttributes } from 'react';
import { Check, Field } from '../../components/field.tsx';
import { FIELD_WORDS, sizesOf, type FormField } from '../../components/item-words.ts';
import { Swatch } from '../../components/swatch.tsx';
import type { CheckedForm } from './use-item-values.ts';

/** The fields whose values are of this type. */
type FieldOf<Value> = {
  [Name in FormField]: NonNullable<ItemChanges[Name]> extends Value ? Name : never;
}[FormField];

interface InputProps<Value> {
  form: CheckedForm;
  field: FieldOf<Value>;
}

type TextInputProps = InputProps<string> & { hint?: string; rows?: number } & Pick<
    InputHTMLAttributes<HTMLInputElement>,
    'required' | 'type' | 'maxLength'
  >;

/** A text, of several lines if `rows` is given; a date if that is its type, which is null when it is empty. */
export function TextInput({ form, field, hint, rows, type = 'text', ...attributes }: TextInputProps) {
  const value = form.values.fields[field] ?? '';
  const set = (text: string) => form.change({ [field]: type === 'date' && text === '' ? null : text });
  return (
    <Field label={FIELD_WORDS[field]} errors={form.errors[field]} {...(hint && { hint })}>
      {(described) =>
        rows ? (
          <textarea
            {...described}
            rows={rows}
            maxLength={attributes.maxLength}
            value={value}
            onChange={(event) => set(event.target.value)}
          />
        ) : (
          <input
            {...described}
            {...attributes}
            type={type}
            value={value}
            onChange={(event) => set(event.target.value)}
          />
        )
      }
    </Field>
  );
}

/** A whole number, or none. */
export function NumberInput({ form, field, max }: InputProps<number> & { max: number }) {
  return (
    <Field label={FIELD_WORDS[field]} errors={form.errors[field]}>
      {(described) => (
        <input
          {...described}
          type="number"
          min="0"
          max={max}
          value={form.values.fields[field] ?? ''}
          onChange={({ target }) =>
            form.change({ [field]: target.value === '' ? null : Number(target.value) })
          }
        />
      )}
    </Field>
  );
}

interface SelectInputProps extends InputProps<string | number> {
  options: ReadonlyArray<{ id: string | number; name: string }>;
  required?: boolean;
}

/** One of a few values, or none. */
export function SelectInput({ form, field, options, required = false }: SelectInputProps) {
  const value = form.values.fields[field];
  return (
    <Field label={FIELD_WORDS[field]} errors={form.errors[field]}>
      {(described) => (
        <select
          {...described}
          required={required}
          value={String(value ?? '')}
          onChange={({ target }) => {
            const chosen = options.find(({ id }) => String(id) === target.value);
            form.change({ [field]: chosen?.id ?? null });
          }}
        >
          <option value="">{required ? 'Choose …' : 'Unknown'}</option>
          {options.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** A size of the list, or another one in words. */
export function SizeInput({ form }: { form: CheckedForm }) {
  const { size, size_text: text = '' } = form.values.fields;
  const [isOther, setOther] = useState(text !== '');
  const choose = (value: string) => {
    setOther(value === OTHER_SIZE);
    form.change({ size: Number(value) || null, size_text: '' });
  };
  return (
    <div className="size">
      <Field label={FIELD_WORDS.size} errors={form.errors['size']}>
        {(described) => (
          <select
            {...described}
            required
            value={isOther ? OTHER_SIZE : (size ?? '')}
            onChange={({ target }) => choose(target.value)}
          >
            <option value="">Choose …</option>
            {sizesOf(form.values.item_type).map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
            <option value={OTHER_SIZE}>Another one …</option>
          </select>
        )}
      </Field>
      {isOther && (
        <Field label="Which one?" errors={form.errors['size_text']} hint="Such as “164” or “L/XL”.">
          {(described) => (
            <input
              {...described}
              required
              maxLength={SIZE_TEXT_MAX}
              value={text}
              onChange={({ target }) => form.change({ size: null, size_text: target.value })}
            />
          )}
        </Field>
      )}
    </div>
  );
}

const OTHER_SIZE = 'other';

export function CheckInput({ form, field }: InputProps<boolean>) {
  return (
    <Check
      label={FIELD_WORDS[field]}
      value={form.values.fields[field] === true}
      change={(isChecked) => form.change({ [field]: isChecked })}
    />
  );
}

/** Several colours, each with its name. */
export function ColoursInput({ form }: { form: CheckedForm }) {
  const chosen = form.values.fields.secondary_colors ?? [];
  const toggle = (id: number, isChosen: boolean) =>
    form.change({ secondary_colors: isChosen ? [...chosen, id] : chosen.filter((one) => one !== id) });
  return (
    <fieldset className="wide-field">
      <legend>{FIELD_WORDS.secondary_colors}</legend>
      <div className="checks">
        {ITEM_COLOURS.map(({ id, name, color }) => (
          <label key={id} className="check">
            <input
              type="checkbox"
              checked={chosen.includes(id)}
              onChange={(event) => toggle(id, event.target.checked)}
            />
            <Swatch name={name} color={color} />
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Tags as they are typed, separated by commas. */
export function TagsInput({ form }: { form: CheckedForm }) {
  const tags = form.values.fields.tags ?? [];
  const [text, setText] = useState(tags.join(', '));
  const set = (typed: string) => {
    setText(typed);
    const parts = typed.split(',').map((part) => part.trim());
    form.change({ tags: parts.filter((part) => part !== '') });
  };
  return (
    <Field label={FIELD_WORDS.tags} errors={form.errors['tags']} hint="Separated by commas.">
      {(described) => <input {...described} value={text} onChange={(event) => set(event.target.value)} />}
    </Field>
  );
}

type MoneyField = 'price' | 'estimated_value';

const CURRENCIES = ['EUR', 'GBP', 'USD', 'SEK', 'NOK', 'DKK', 'CHF', 'PLN', 'CZK', 'JPY', 'BRL'];

/** An amount and its currency. A comma counts as the decimal sign too. */
export function MoneyInput({ form, field }: { form: CheckedForm; field: MoneyField }) {
  const stored = form.values.fields[field];
  const [currency, setCurrency] = useState(stored?.currency ?? CURRENCIES[0] ?? '');
  const set = (amount: string, code: string) => {
    setCurrency(code);
    form.change({ [field]: amount === '' ? null : { amount: amount.replace(',', '.'), currency: code } });
  };
  return (
    <Field label={FIELD_WORDS[field]} errors={form.errors[field]}>
      {(described) => (
        <span className="money">
          <input
            {...described}
            inputMode="decimal"
            value={stored?.amount ?? ''}
            onChange={({ target }) => set(target.value, currency)}
          />
          <select
            aria-label={`Currency of ${FIELD_WORDS[field].toLowerCase()}`}
            value={currency}
            onChange={({ target }) => set(stored?.amount ?? '', target.value)}
          >
            {[...new Set([currency, ...CURRENCIES])].map((code) => (
              <option key={code}>{code}</option>
            ))}
          </select>
        </span>
      )}
    </Field>
  );
}

import { useId, type InputHTMLAttributes, type ReactNode, type SelectHTMLAttributes } from 'react';
import { PasswordInput } from './password-input.tsx';

interface Labels {
  label: string;
  /** What is wrong with the value. */
  errors?: readonly string[] | undefined;
  hint?: ReactNode;
  /** Marks the field as required; the form has to check it. */
  isRequired?: boolean | undefined;
}

/** To be spread on the input, so that its label, hint and errors are announced with it. */
interface FieldAttributes {
  id: string;
  /** The direction of what is typed. */
  dir: 'auto';
  'aria-describedby': string | undefined;
  'aria-invalid': boolean;
  'aria-required': boolean | undefined;
}

interface FieldProps extends Labels {
  children: (attributes: FieldAttributes) => ReactNode;
}

/** A labelled input with its hint and errors. */
export function Field({ label, errors = [], hint, isRequired, children }: FieldProps) {
  const id = useId();
  const hasNote = errors.length > 0 || Boolean(hint);
  const attributes = {
    id,
    dir: 'auto' as const,
    'aria-describedby': hasNote ? `${id}-note` : undefined,
    'aria-invalid': errors.length > 0,
    'aria-required': isRequired,
  };
  return (
    <div className="field">
      <span>
        <label htmlFor={id}>{label}</label>
        {isRequired && <small> required</small>}
      </span>
      {children(attributes)}
      {hasNote && (
        <p id={`${id}-note`} className={errors.length > 0 ? 'field-error' : 'field-hint'}>
          {errors.length > 0 ? errors.join(' ') : hint}
        </p>
      )}
    </div>
  );
}

interface TextFieldProps extends Labels, InputHTMLAttributes<HTMLInputElement> {
  value: string | number;
  change: (text: string) => void;
  /** The lines of a text that may have several. */
  rows?: number | undefined;
}

/** A labelled input for what is typed. */
export function TextField({ label, errors, hint, isRequired, change, ...attributes }: TextFieldProps) {
  const Input =
    attributes.type === 'password'
      ? PasswordInput
      : ((attributes.rows === undefined ? 'input' : 'textarea') as 'input');
  return (
    <Field label={label} errors={errors} hint={hint} isRequired={isRequired}>
      {(described) => (
        <Input
          {...described}
          {...attributes}
          onChange={({ target }) => change(target.value)}
          // The wheel scrolls the page; it would change a number that has the focus.
          onWheel={({ currentTarget }) => attributes.type === 'number' && currentTarget.blur()}
        />
      )}
    </Field>
  );
}

interface SelectProps extends SelectHTMLAttributes<HTMLSelectElement> {
  /** Each value with the text for it. */
  options: ReadonlyArray<readonly [value: string | number, text: string]>;
  change: (value: string) => void;
}

/** One of a few values. */
export function Select({ options, change, ...attributes }: SelectProps) {
  return (
    <select {...attributes} onChange={({ target }) => change(target.value)}>
      {options.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  );
}

/** One of a few values, with a label. */
export function SelectField({ label, errors, hint, ...attributes }: Labels & SelectProps) {
  return (
    <Field label={label} errors={errors} hint={hint}>
      {(described) => <Select {...described} {...attributes} />}
    </Field>
  );
}

interface CheckProps {
  label: ReactNode;
  value: boolean;
  change: (isChecked: boolean) => void;
}

/** A labelled checkbox. */
export function Check({ label, value, change }: CheckProps) {
  return (
    <label className="check">
      <input type="checkbox" checked={value} onChange={(event) => change(event.target.checked)} />
      {label}
    </label>
  );
}

import { useId, type InputHTMLAttributes, type ReactNode, type SelectHTMLAttributes } from 'react';
import { PasswordInput } from './password-input.tsx';

interface Labels {
  label: string;
  /** The errors of the value. */
  errors?: readonly string[] | undefined;
  hint?: ReactNode;
  /** Marks the field as required. The form must validate it. */
  isRequired?: boolean | undefined;
}

/** Attributes for the input, so that screen readers announce its label, hint and errors. */
interface FieldAttributes {
  id: string;
  /** The text direction follows the typed text. */
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
  /** Height in lines; makes the input a textarea. */
  rows?: number | undefined;
}

/** A labelled text input. */
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
          // Without the focus, the wheel scrolls the page instead of changing the number.
          onWheel={({ currentTarget }) => attributes.type === 'number' && currentTarget.blur()}
        />
      )}
    </Field>
  );
}

interface SelectProps extends SelectHTMLAttributes<HTMLSelectElement> {
  /** The values and their texts. */
  options: ReadonlyArray<readonly [value: string | number, text: string]>;
  /** Not needed if the form reads the value itself. */
  change?: (value: string) => void;
}

/** A select without a label. */
export function Select({ options, change, ...attributes }: SelectProps) {
  return (
    <select {...attributes} onChange={({ target }) => change?.(target.value)}>
      {options.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  );
}

/** A labelled select. */
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

import { useId } from 'react';

interface FieldProps {
  label: string;
  /** What is wrong with the value. */
  errors?: readonly string[] | undefined;
  hint?: string;
  children: (attributes: FieldAttributes) => React.ReactNode;
}

/** To be spread on the input, so that its label, hint and errors are announced with it. */
export interface FieldAttributes {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': boolean;
}

/** A labelled input with its hint and errors. */
export function Field({ label, errors = [], hint, children }: FieldProps) {
  const id = useId();
  const hasNote = errors.length > 0 || hint !== undefined;
  const attributes = {
    id,
    'aria-describedby': hasNote ? `${id}-note` : undefined,
    'aria-invalid': errors.length > 0,
  };
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children(attributes)}
      {hasNote && (
        <p id={`${id}-note`} className={errors.length > 0 ? 'field-error' : 'field-hint'}>
          {errors.length > 0 ? errors.join(' ') : hint}
        </p>
      )}
    </div>
  );
}

interface CheckProps {
  label: string;
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

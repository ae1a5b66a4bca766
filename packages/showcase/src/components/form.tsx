import type { FormEvent, FormHTMLAttributes, Ref } from 'react';
import { CollectionError } from '@kitroom/collection-client';
import { describeError } from './feedback.tsx';

interface FormProps extends FormHTMLAttributes<HTMLFormElement> {
  ref?: Ref<HTMLFormElement>;
  error: Error | null;
  /** The fields that show their own errors. */
  fields?: readonly string[];
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
}

/** A form that is submitted by a script, with the errors of the form as a whole. */
export function Form({ error, fields = [], onSubmit, children, ...attributes }: FormProps) {
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(event);
      }}
      {...attributes}
    >
      <FormProblem error={error} fields={fields} />
      {children}
    </form>
  );
}

/** The service's error for a wrong username as well as a wrong password. */
const REJECTED_CREDENTIALS = 'Unable to log in with provided credentials.';

/** The errors of a form as a whole. Errors of `fields` are shown at the fields themselves. */
export function FormProblem({ error, fields = [] }: Pick<FormProps, 'error' | 'fields'>) {
  if (!error) return null;
  const formErrors = formErrorsOf(error, fields).map((text) =>
    text === REJECTED_CREDENTIALS ? 'Wrong username or password.' : text,
  );
  const isValidation = Object.keys(fieldErrorsOf(error)).length > 0;
  const text = isValidation ? formErrors.join(' ') || 'Please check the fields below.' : describeError(error);
  return (
    <p className="problem" role="alert">
      {text}
    </p>
  );
}

/** The validation errors of a 400 response by field. Empty for all other errors. */
export function fieldErrorsOf(error: Error | null): Readonly<Record<string, string[]>> {
  return (error instanceof CollectionError ? error.fields : undefined) ?? {};
}

/** The errors that are not of these fields, for the top of the form. */
function formErrorsOf(error: Error, fields: readonly string[]): string[] {
  return Object.entries(fieldErrorsOf(error)).flatMap(([name, texts]) =>
    fields.includes(name)
      ? []
      : name === 'non_field_errors'
        ? texts
        : texts.map((text) => `${name}: ${text}`),
  );
}

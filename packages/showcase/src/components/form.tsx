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

/** A form that scripts send, with what is wrong with it as a whole. */
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

/** The service does not say what of a sign-in was wrong. */
const REFUSED_CREDENTIALS = 'Unable to log in with provided credentials.';

/** What is wrong with a form as a whole; errors of the shown `fields` stand at these. */
export function FormProblem({ error, fields = [] }: Pick<FormProps, 'error' | 'fields'>) {
  if (!error) return null;
  const others = otherErrorsOf(error, fields).map((text) =>
    text === REFUSED_CREDENTIALS ? 'Wrong username or password.' : text,
  );
  const isAtFields = Object.keys(fieldErrorsOf(error)).length > 0;
  const text = isAtFields ? others.join(' ') || 'Please check the fields below.' : describeError(error);
  return (
    <p className="problem" role="alert">
      {text}
    </p>
  );
}

/** The validation errors of a 400, by field; empty for every other error. */
export function fieldErrorsOf(error: Error | null): Readonly<Record<string, string[]>> {
  return (error instanceof CollectionError ? error.fields : undefined) ?? {};
}

/** Errors that belong to none of these fields, for the top of the form. */
function otherErrorsOf(error: Error, fields: readonly string[]): string[] {
  return Object.entries(fieldErrorsOf(error)).flatMap(([name, texts]) =>
    fields.includes(name)
      ? []
      : name === 'non_field_errors'
        ? texts
        : texts.map((text) => `${name}: ${text}`),
  );
}

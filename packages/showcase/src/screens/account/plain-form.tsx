import { useMutation, type UseMutationResult } from '@tanstack/react-query';
import type { FormEvent, ReactNode } from 'react';
import { Field } from '../../components/field.tsx';
import { fieldErrorsOf } from '../../components/field-errors.ts';
import { FormProblem } from '../../components/form-problem.tsx';
import type { AccountField } from './account-fields.ts';

export type Values = Readonly<Record<string, string>>;

export interface FormProps<Result> {
  fields: readonly AccountField[];
  send: (values: Values) => Promise<Result>;
  done?: (result: Result, values: Values) => unknown;
  /** The label of the button. */
  submit: string;
  tone?: 'danger';
  /** What stands between fields and button. */
  children?: ReactNode;
}

/** A form for an endpoint; errors stand at their fields, and what was typed stays until it is accepted. */
export function PlainForm<Result>({ send, done, ...shown }: FormProps<Result>) {
  const action = useMutation({ mutationFn: send, ...(done && { onSuccess: done }) });
  return <ActionForm {...shown} action={action} error={action.error} />;
}

type Shown<Result> = Omit<FormProps<Result>, 'send' | 'done'> & {
  action: UseMutationResult<Result, Error, Values>;
  error: Error | null;
  hidden?: boolean;
};

export function ActionForm<Result>(props: Shown<Result>) {
  const { fields, submit, tone, children, action, error, hidden = false } = props;
  const errors = fieldErrorsOf(error);

  function submitForm(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    // Without files, all values are texts.
    action.mutate(Object.fromEntries(new FormData(event.currentTarget)) as Values);
  }

  return (
    <form className="form" onSubmit={submitForm} hidden={hidden}>
      <FormProblem error={error} fields={fields.map(({ name }) => name)} />
      {fields.map(({ label, hint, ...input }) => (
        <Field key={input.name} label={label} errors={errors[input.name]} {...(hint && { hint })}>
          {(attributes) => <input required {...input} {...attributes} />}
        </Field>
      ))}
      {children}
      <button
        type="submit"
        className={tone === 'danger' ? 'button danger' : 'button primary'}
        disabled={action.isPending}
      >
        {submit}
      </button>
    </form>
  );
}

import { useMutation, type UseMutationResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Field, Select } from '../../components/field.tsx';
import { fieldErrorsOf, Form } from '../../components/form.tsx';
import { PasswordInput } from '../../components/password-input.tsx';
import type { AccountField } from './account-fields.ts';

export type Values = Readonly<Record<string, string>>;

export interface FormProps<Result> {
  fields: readonly AccountField[];
  send: (values: Values) => Promise<Result>;
  done?: (result: Result, values: Values) => unknown;
  /** The label of the button. */
  submit: string;
  tone?: 'danger';
  /** Rendered between the fields and the button. */
  children?: ReactNode;
}

/** A form for an endpoint. Errors are shown at their fields, and input is kept until the request succeeds. */
export function PlainForm<Result>({ send, done, ...formProps }: FormProps<Result>) {
  const action = useMutation({ mutationFn: send, ...(done && { onSuccess: done }) });
  return <ActionForm {...formProps} action={action} error={action.error} />;
}

type ActionFormProps<Result> = Omit<FormProps<Result>, 'send' | 'done'> & {
  action: UseMutationResult<Result, Error, Values>;
  error: Error | null;
  hidden?: boolean;
};

export function ActionForm<Result>(props: ActionFormProps<Result>) {
  const { fields, submit, tone, children, action, error, hidden = false } = props;
  const errors = fieldErrorsOf(error);
  return (
    <Form
      error={error}
      fields={fields.map(({ name }) => name)}
      // All values are strings, because there are no file inputs.
      onSubmit={({ currentTarget: form }) => action.mutate(Object.fromEntries(new FormData(form)) as Values)}
      hidden={hidden}
    >
      {fields.map(({ label, hint, choices, ...input }) => (
        <Field key={input.name} label={label} errors={errors[input.name]} hint={hint}>
          {(attributes) => {
            if (choices) {
              const { name, defaultValue } = input;
              return <Select {...{ name, defaultValue }} {...attributes} options={Object.entries(choices)} />;
            }
            const Input = input.type === 'password' ? PasswordInput : 'input';
            return <Input required {...input} {...attributes} />;
          }}
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
    </Form>
  );
}

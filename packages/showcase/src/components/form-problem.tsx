import { describeError } from './feedback.tsx';
import { fieldErrorsOf, otherErrorsOf } from './field-errors.ts';

/** What is wrong with a form as a whole; errors of the shown `fields` stand at these. */
export function FormProblem({ error, fields }: { error: Error | null; fields: readonly string[] }) {
  if (!error) return null;
  const others = otherErrorsOf(error, fields);
  const isAtFields = Object.keys(fieldErrorsOf(error)).length > 0;
  const text = isAtFields ? others.join(' ') || 'Please check the fields below.' : describeError(error);
  return (
    <p className="problem" role="alert">
      {text}
    </p>
  );
}

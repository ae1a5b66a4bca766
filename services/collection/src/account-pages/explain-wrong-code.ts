import type { FormErrors } from '@kitroom/server/pages/form';
import { BAD_CREDENTIALS } from '../accounts/passwords/verify-credentials.ts';
import { WRONG_CODE } from '../accounts/second-factor/check-code.ts';

const ADVICE =
  'Codes of the app change every 30 seconds and work once: wait for the next one, and check that the clock of your ' +
  'phone is right. A recovery code works once, too.';

/** The errors of a form with a code, saying what helps against a wrong one. */
export function explainWrongCode(errors: FormErrors): FormErrors {
  return errors['code'] === WRONG_CODE ? { ...errors, code: `${WRONG_CODE} ${ADVICE}` } : errors;
}

/** The same for a form of the code alone: the password before it was right, so nothing else can be wrong. */
export function explainRefusedCode({ '': general, ...errors }: FormErrors): FormErrors {
  if (general === BAD_CREDENTIALS) return explainWrongCode({ ...errors, code: WRONG_CODE });
  return general === undefined ? errors : { ...errors, '': general };
}

import { ClientError, type Failure, type FailureCode, type FailureFacts } from '@kitroom/client';
import { confirmationRequired, fieldErrors, type FieldErrors } from './contracts/errors.ts';

/** Why a call failed. */
export type CollectionErrorCode = FailureCode;

/** What is known of a failure besides its code and message. */
export interface CollectionErrorFacts extends FailureFacts {
  fields?: FieldErrors | undefined;
  confirmationRequired?: boolean | undefined;
}

/** The one error that the client's methods reject with, wrong arguments aside (`TypeError`). */
export class CollectionError extends ClientError {
  override readonly name = 'CollectionError';
  /** What is wrong with each field of a 400; `non_field_errors` where it is no single field. */
  readonly fields: FieldErrors | undefined;
  /** Whether the same request succeeds once the user has confirmed to be there (`accounts.confirm`). */
  readonly confirmationRequired: boolean;

  constructor(code: CollectionErrorCode, message: string, facts: CollectionErrorFacts = {}) {
    super(code, message, facts);
    this.fields = facts.fields;
    this.confirmationRequired = facts.confirmationRequired ?? false;
  }
}

/** The client's error of a failed call. */
export function toCollectionError({ code, message, errorBody, ...facts }: Failure): CollectionError {
  const fields = facts.status === 400 ? fieldErrors.safeParse(errorBody).data : undefined;
  const complaints = Object.entries(fields ?? {}).map(([name, texts]) => ` ${name}: ${texts.join(' ')}`);
  return new CollectionError(code, message + complaints.join(';'), {
    ...facts,
    fields,
    confirmationRequired: confirmationRequired.safeParse(errorBody).data?.confirmation_required,
  });
}

import type * as z from 'zod';
import { ClientError, type Failure, type FailureCode, type FailureFacts } from '@kitroom/client';
import {
  batchErrors,
  confirmationRequired,
  fieldErrors,
  passwordRequired,
  type FieldErrors,
} from './contracts/errors.ts';

export type CollectionErrorCode = FailureCode;

/** Details of a failure in addition to its code and message. */
export interface CollectionErrorFacts extends FailureFacts {
  fields?: FieldErrors | undefined;
  items?: Readonly<Record<string, FieldErrors>> | undefined;
  confirmationRequired?: boolean | undefined;
  passwordRequired?: boolean | undefined;
}

/** The only error that the client's methods reject with, apart from `TypeError` for invalid arguments. */
export class CollectionError extends ClientError {
  override readonly name = 'CollectionError';
  /** Validation errors of a 400, keyed by field; `non_field_errors` for the input as a whole. */
  readonly fields: FieldErrors | undefined;
  /** Validation errors of a batch, keyed by the item's id and the field (`items.batch`). */
  readonly items: Readonly<Record<string, FieldErrors>> | undefined;
  /** Whether the same request succeeds once the user has reauthenticated (`accounts.confirm`). */
  readonly confirmationRequired: boolean;
  /** Whether a share link has a password that must be sent first (`shared.unlock`). */
  readonly passwordRequired: boolean;

  constructor(code: CollectionErrorCode, message: string, facts: CollectionErrorFacts = {}) {
    super(code, message, facts);
    this.fields = facts.fields;
    this.items = facts.items;
    this.confirmationRequired = facts.confirmationRequired ?? false;
    this.passwordRequired = facts.passwordRequired ?? false;
  }
}

export function toCollectionError({ code, message, errorBody, ...facts }: Failure): CollectionError {
  const fields = facts.status === 400 ? asValid(fieldErrors, errorBody) : undefined;
  const details = Object.entries(fields ?? {}).map(([name, texts]) => ` ${name}: ${texts.join(' ')}`);
  return new CollectionError(code, message + details.join(';'), {
    ...facts,
    fields,
    items: asValid(batchErrors, errorBody)?.errors,
    confirmationRequired: asValid(confirmationRequired, errorBody)?.confirmation_required,
    passwordRequired: asValid(passwordRequired, errorBody)?.password_required,
  });
}

/** Returns the body if it is valid. Unlike `safeParse`, stops at the first invalid element. */
function asValid<T extends z.ZodType>(schema: T, body: unknown): z.input<T> | undefined {
  return schema.validate(body) ? body : undefined;
}

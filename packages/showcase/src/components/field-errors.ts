import { CollectionError } from '@kitroom/collection-client';

/** The validation errors of a 400, by field; empty for every other error. */
export function fieldErrorsOf(error: Error | null): Readonly<Record<string, string[]>> {
  return (error instanceof CollectionError ? error.fields : undefined) ?? {};
}

/** Errors that belong to none of these fields, for the top of the form. */
export function otherErrorsOf(error: Error | null, fields: readonly string[]): string[] {
  return Object.entries(fieldErrorsOf(error)).flatMap(([name, texts]) =>
    fields.includes(name)
      ? []
      : name === 'non_field_errors'
        ? texts
        : texts.map((text) => `${name}: ${text}`),
  );
}

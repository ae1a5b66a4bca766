import * as z from 'zod';

const NEW_FIELDS = new WeakSet<z.core.$ZodType>();

/** A field that services always send and that clients do not require. */
export type NewField<S extends z.ZodType> = z.ZodType<z.output<S> | undefined, z.input<S>> & {
  _zod: { optout: 'optional' };
};

/**
 * A response field that the latest release does not have. Types and the OpenAPI document require the service
 * to send it, but clients accept responses without it, so that they also work with services of that release.
 * The release after that may require it: see `CONTRIBUTING.md`.
 */
export function newField<S extends z.ZodType>(schema: S): NewField<S> {
  const optional = schema.optional();
  NEW_FIELDS.add(optional);
  return optional as z.ZodType as NewField<S>;
}

/** Whether a schema is that of a new field. */
export function isNewField(schema: z.core.$ZodType): boolean {
  return NEW_FIELDS.has(schema);
}

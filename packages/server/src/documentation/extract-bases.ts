import { isDeepStrictEqual } from 'node:util';
import type { OpenAPIV3 } from 'openapi-types';

/** Schemas of objects by name. */
type Schemas = Record<string, OpenAPIV3.SchemaObject>;

/** The schemas that have a base in common, by the name of the base. */
export type Bases = Readonly<Record<string, readonly string[]>>;

/**
 * Moves the properties that all schemas of a list have in common to a new schema, their base, which each of
 * them combines with its other properties by `allOf`. Throws if one of the schemas does not exist.
 */
export function extractBases(schemas: Schemas, bases: Bases): Schemas {
  return Object.entries(bases).reduce((all, [base, names]) => extractBase(all, base, names), schemas);
}

function extractBase(schemas: Schemas, base: string, names: readonly string[]): Schemas {
  const parts = names.map((name) => {
    const schema = schemas[name];
    if (!schema) throw new Error(`${base} is the base of ${name}, but there is no such schema`);
    return [name, schema] as const;
  });
  const isShared = (property: string) =>
    parts.every(([, schema]) =>
      isDeepStrictEqual(propertyOf(schema, property), parts[0] && propertyOf(parts[0][1], property)),
    );
  const combined = parts.map(([name, schema]) => {
    const remaining = pickProperties(schema, (property) => !isShared(property));
    return [name, { allOf: [{ $ref: `#/components/schemas/${base}` }, remaining] }];
  });
  return {
    ...schemas,
    ...(parts[0] && { [base]: pickProperties(parts[0][1], isShared) }),
    ...Object.fromEntries(combined),
  };
}

function propertyOf({ properties = {}, required = [] }: OpenAPIV3.SchemaObject, name: string) {
  return { schema: properties[name], isRequired: required.includes(name) };
}

function pickProperties(
  { properties = {}, required = [] }: OpenAPIV3.SchemaObject,
  isPicked: (name: string) => boolean,
): OpenAPIV3.SchemaObject {
  const names = required.filter(isPicked);
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(properties).filter(([name]) => isPicked(name))),
    // An empty list would not be valid.
    ...(names.length > 0 && { required: names }),
  };
}

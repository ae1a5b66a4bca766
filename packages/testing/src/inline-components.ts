import type { OpenAPIV3 } from 'openapi-types';

type Schemas = Record<string, OpenAPIV3.SchemaObject>;

/** The components that operations refer to in place of a copy. */
const SHARED = /^#\/components\/(responses|parameters)\/(.+)$/;

/**
 * Returns a document without shared parts: responses and parameters are inlined into operations, and schemas
 * combined by `allOf` are merged.
 */
export function inlineComponents(document: OpenAPIV3.Document): OpenAPIV3.Document {
  const components = document.components as Record<string, Record<string, unknown>> | undefined;
  const schemas = (components?.['schemas'] ?? {}) as Schemas;

  function inline(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(inline);
    if (typeof value !== 'object' || value === null) return value;
    const [, kind = '', name = ''] = '$ref' in value ? (SHARED.exec(String(value.$ref)) ?? []) : [];
    if (kind !== '') return components?.[kind]?.[name];
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, inline(part)]));
  }

  return {
    ...document,
    paths: inline(document.paths) as OpenAPIV3.PathsObject,
    components: {
      ...components,
      schemas: Object.fromEntries(
        Object.entries(schemas).map(([name, schema]) => [name, combine(schema, schemas)]),
      ),
    },
  };
}

/** The schema of an object with the properties of all schemas that `allOf` combines. */
function combine({ allOf, ...rest }: OpenAPIV3.SchemaObject, schemas: Schemas): OpenAPIV3.SchemaObject {
  if (!allOf) return rest;
  const parts = allOf.map((part) =>
    '$ref' in part ? (schemas[part.$ref.split('/').at(-1) ?? ''] ?? {}) : part,
  );
  return {
    ...rest,
    type: 'object',
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)) as Schemas,
    required: parts.flatMap(({ required = [] }) => required),
  };
}

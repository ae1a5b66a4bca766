import fc from 'fast-check';
import type { OpenAPIV3 } from 'openapi-types';

/** The two services. */
export type ServiceName = 'catalogue' | 'collection';

/** A schema of a request, with references resolved. */
export type Schema = Omit<OpenAPIV3.NonArraySchemaObject, 'type' | 'anyOf' | 'oneOf' | 'properties'> & {
  type?: string;
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
};

/** An operation of an OpenAPI document. */
export interface Operation {
  service: ServiceName;
  id: string;
  method: string;
  /** The path, with its parameters in braces. */
  path: string;
  parameters: Array<OpenAPIV3.ParameterObject & { schema: Schema }>;
  /** The possible schemas of the body, each with its content type. */
  bodies: ReadonlyArray<{ type: string; schema: Schema }>;
  /** Whether the operation requires no credentials. */
  isPublic: boolean;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** Lists all operations of a document. */
export function listOperations(service: ServiceName, document: OpenAPIV3.Document): Operation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      if (!item?.[method]) return [];
      const { operationId: id = '', parameters = [], requestBody, security } = item[method];
      const { content = {} } = (requestBody ?? {}) as Partial<OpenAPIV3.RequestBodyObject>;
      return {
        service,
        id,
        method: method.toUpperCase(),
        path,
        parameters: resolveReferences(parameters, document) as Operation['parameters'],
        bodies: Object.entries(content).flatMap(([type, { schema }]) =>
          listAlternatives(resolveReferences(schema, document) as Schema).map((choice) => {
            return { type, schema: choice };
          }),
        ),
        isPublic: security?.length === 0,
        // Counterexamples show the name of the operation.
        [fc.toStringMethod]: () => id,
      };
    }),
  );
}

/** Replaces references with their components, and merges the schemas of `allOf`. */
function resolveReferences(value: unknown, document: OpenAPIV3.Document): unknown {
  if (Array.isArray(value)) return value.map((element) => resolveReferences(element, document));
  if (typeof value !== 'object' || value === null) return value;
  if ('$ref' in value) {
    const [, , kind = '', name = ''] = String(value.$ref).split('/');
    const components = document.components as Record<string, Record<string, unknown>>;
    return resolveReferences(components[kind]?.[name], document);
  }
  const { allOf, ...rest } = Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, resolveReferences(field, document)]),
  );
  return Array.isArray(allOf) ? (allOf as Schema[]).reduce(mergeSchemas, rest) : rest;
}

/** Lists the schemas of `anyOf` or `oneOf`, each merged with what surrounds it. */
export function listAlternatives({ anyOf, oneOf, ...rest }: Schema): Schema[] {
  const choices = anyOf ?? oneOf;
  return choices?.flatMap((choice) => listAlternatives(mergeSchemas(rest, choice))) ?? [rest];
}

function mergeSchemas(left: Schema, right: Schema): Schema {
  const properties = { ...left.properties, ...right.properties };
  return { ...left, ...right, properties, required: [...(left.required ?? []), ...(right.required ?? [])] };
}

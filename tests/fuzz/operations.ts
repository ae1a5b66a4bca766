import type { OpenAPIV3 } from 'openapi-types';
import { inlineComponents } from '@kitroom/testing/inline-components';

/** The two services. */
export type ServiceName = 'catalogue' | 'collection';

/** A schema of a request, without references. */
export type Schema = OpenAPIV3.SchemaObject;

/** A parameter of the path or the query. */
export interface Parameter {
  name: string;
  in: string;
  isRequired: boolean;
  schema: Schema;
  /** Whether the values of a list are joined by commas, instead of repeating the name. */
  isCommaSeparated: boolean;
}

/** What a document says of one operation. */
export interface Operation {
  service: ServiceName;
  id: string;
  method: string;
  /** With the parameters in braces. */
  path: string;
  parameters: Parameter[];
  /** The body's schema by content type. */
  bodies: ReadonlyArray<{ type: string; schema: Schema }>;
  /** Whether it needs no credentials. */
  isPublic: boolean;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** All operations of a document. */
export function listOperations(service: ServiceName, published: OpenAPIV3.Document): Operation[] {
  const document = inlineComponents(published);
  return Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item?.[method];
      return operation ? [toOperation({ service, path, method, document }, operation)] : [];
    }),
  );
}

function toOperation(
  {
    service,
    path,
    method,
    document,
  }: { service: ServiceName; path: string; method: string; document: OpenAPIV3.Document },
  operation: OpenAPIV3.OperationObject,
): Operation {
  const body = operation.requestBody as OpenAPIV3.RequestBodyObject | undefined;
  return {
    service,
    id: operation.operationId ?? `${method} ${path}`,
    method: method.toUpperCase(),
    path,
    parameters: (operation.parameters ?? []).map((parameter) => {
      const { name, in: place, required, schema, explode } = parameter as OpenAPIV3.ParameterObject;
      return {
        name,
        in: place,
        isRequired: required === true,
        schema: schema as Schema,
        isCommaSeparated: explode === false,
      };
    }),
    bodies: Object.entries(body?.content ?? {}).flatMap(([type, { schema = {} }]) =>
      listChoices(schema, document).map((choice) => ({ type, schema: choice })),
    ),
    isPublic: operation.security?.length === 0,
  };
}

/** The schemas of which a body has one; documents refer to named ones. */
function listChoices(schema: Schema | OpenAPIV3.ReferenceObject, document: OpenAPIV3.Document): Schema[] {
  if ('$ref' in schema) {
    const named = document.components?.schemas?.[schema.$ref.split('/').at(-1) ?? ''];
    return named ? listChoices(named, document) : [];
  }
  const choices = schema.anyOf ?? schema.oneOf;
  return choices ? choices.flatMap((choice) => listChoices(choice, document)) : [schema];
}

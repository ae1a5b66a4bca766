import type { OpenAPIV3 } from 'openapi-types';

/** A request of an endpoint, and its responses by status. */
interface OperationExample {
  params?: Readonly<Record<string, unknown>>;
  query?: Readonly<Record<string, unknown>>;
  /** For a form: its fields, with the name of the file. */
  body?: unknown;
  responses: Readonly<Record<string, unknown>>;
}

/** Examples by operation id. */
export type OperationExamples = Readonly<Record<string, OperationExample>>;

/**
 * Errors by schema and status, `Error.404`, or by operation and status, `getKit.404`, which has precedence.
 */
export type ErrorExamples = Readonly<Record<string, { summary: string; value: unknown }>>;

/**
 * Adds examples to the bodies, the responses and the required parameters of a document. Error examples become
 * components, because many endpoints share them.
 */
export function addExamples(
  document: OpenAPIV3.Document,
  examples: OperationExamples,
  errors: ErrorExamples,
): void {
  const shared: Record<string, OpenAPIV3.ExampleObject> = {};
  for (const operation of listOperations(document)) {
    const example = examples[operation.operationId ?? ''];
    if (example) addToRequest(operation, example);
    for (const [status, response] of Object.entries(operation.responses)) {
      const media = (response as OpenAPIV3.ResponseObject).content?.['application/json'];
      if (!media) continue;
      if (Number(status) < 300) media.example = example?.responses[status];
      else addError(media, { operation, status }, errors, shared);
    }
  }
  document.components = { ...document.components, examples: shared };
}

/** All operations of a document. */
export function listOperations(document: OpenAPIV3.Document): OpenAPIV3.OperationObject[] {
  return Object.values(document.paths).flatMap((item) =>
    Object.values(item ?? {}).map((operation) => operation as OpenAPIV3.OperationObject),
  );
}

/**
 * Skips optional parameters, because the documentation page would send them all, unless they are lists that
 * must not be empty.
 */
function addToRequest(operation: OpenAPIV3.OperationObject, { params, query, body }: OperationExample): void {
  for (const parameter of (operation.parameters ?? []) as OpenAPIV3.ParameterObject[]) {
    const values = parameter.in === 'path' ? params : query;
    const { minItems } = parameter.schema as OpenAPIV3.SchemaObject;
    const example = parameter.required || minItems !== undefined ? values?.[parameter.name] : undefined;
    if (example !== undefined) parameter.example = example;
  }
  const { content } = (operation.requestBody ?? { content: {} }) as OpenAPIV3.RequestBodyObject;
  const media = content['application/json'] ?? content['multipart/form-data'];
  if (media) media.example = body;
}

function addError(
  media: OpenAPIV3.MediaTypeObject,
  { operation, status }: { operation: OpenAPIV3.OperationObject; status: string },
  errors: ErrorExamples,
  shared: Record<string, OpenAPIV3.ExampleObject>,
): void {
  const schema = /"#\/components\/schemas\/(\w+)"/.exec(JSON.stringify(media.schema))?.[1];
  const key = [`${operation.operationId}.${status}`, `${schema}.${status}`].find((candidate) =>
    Object.hasOwn(errors, candidate),
  );
  const example = key === undefined ? undefined : errors[key];
  if (!key || !example) return;
  shared[key] = example;
  media.examples = { [key]: { $ref: `#/components/examples/${key}` } };
}

const detail = (summary: string, text: string) => ({ summary, value: { detail: text } });

/** The errors of both services. */
export const COMMON_ERROR_EXAMPLES: ErrorExamples = {
  'Error.408': detail(
    'The body arrived too slowly',
    'The request timed out: at least 16 KiB of its body have to arrive every 10 seconds.',
  ),
  'Error.413': detail('The body is too large', 'The request body is larger than 1 MiB.'),
  'Error.415': detail('The body is not JSON', 'The request body must be JSON in UTF-8.'),
  'Error.416': detail('The file is shorter', 'The file does not have this range.'),
  'Error.500': detail('An internal error', 'An internal server error occurred. Please try again later.'),
  'Error.503': detail(
    'The database is unavailable',
    'The service is temporarily unavailable. Please try again later.',
  ),
  'ReadyReport.503': { summary: 'The database is unreachable', value: { status: 'unavailable' } },
};

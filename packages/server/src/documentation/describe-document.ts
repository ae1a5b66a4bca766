import type { OpenAPIV3 } from 'openapi-types';
import { listOperations } from './add-examples.ts';

/**
 * Descriptions for an OpenAPI document, keyed by the part that they describe: `Kit` is a component,
 * `listKits` an operation, `tags.Kits` a tag; `slug` is every property or parameter with that name, `404`
 * every response with that status. Keys such as `team.name`, `Kit.name`, `listKits.season` or `listKits.404`
 * apply to one inline object, component or operation only, and take precedence. Arrays add no segment: the
 * name of an item of `Matches.kits` is `Matches.kits.name`.
 */
export type DocumentTexts = Readonly<Record<string, string>>;

/** A part of a document that should have a description. */
interface DescribedPart {
  /** Its path, as in the longest key that describes it: `CollectionPage.data.user.name`. */
  path: readonly string[];
  part: { description?: string };
}

type Schema = OpenAPIV3.SchemaObject;

/** Adds the texts to all parts of a document; those of operations are added as they are built. */
export function describeDocument(document: OpenAPIV3.Document, texts: DocumentTexts): void {
  for (const { path, part } of listDescribedParts(document)) {
    const key = findTextKey(path, texts);
    if (!part.description && key !== undefined) part.description = String(texts[key]);
  }
}

/** The longest key for a path; undefined if no text applies. */
export function findTextKey(path: readonly string[], texts: DocumentTexts): string | undefined {
  return path.map((_segment, index) => path.slice(index).join('.')).find((key) => Object.hasOwn(texts, key));
}

/**
 * All tags, components, properties, parameters and responses. A reference has the description of its
 * component.
 */
export function listDescribedParts(document: OpenAPIV3.Document): DescribedPart[] {
  const components = Object.entries(document.components?.schemas ?? {}) as Array<[string, Schema]>;
  return [
    ...(document.tags ?? []).map((part) => ({ path: ['tags', part.name], part })),
    ...components.flatMap(([name, schema]) => [
      { path: [name], part: schema },
      ...listProperties([name], schema),
    ]),
    ...listOperations(document).flatMap(listOperationParts),
  ];
}

function listOperationParts(operation: OpenAPIV3.OperationObject): DescribedPart[] {
  const { operationId = '', parameters = [], requestBody, responses } = operation;
  const byStatus = Object.entries(responses) as Array<[string, OpenAPIV3.ResponseObject]>;
  return [
    ...(parameters as OpenAPIV3.ParameterObject[]).map((part) => ({
      path: [operationId, 'filter', part.name],
      part,
    })),
    ...listBodyProperties([operationId, 'set'], requestBody as OpenAPIV3.RequestBodyObject | undefined),
    ...byStatus.map(([status, part]) => ({ path: [operationId, status], part })),
    ...byStatus.flatMap(([, part]) => listBodyProperties([operationId], part)),
  ];
}

function listBodyProperties(path: readonly string[], body: Pick<OpenAPIV3.ResponseObject, 'content'> = {}) {
  return Object.values(body.content ?? {}).flatMap(({ schema }) => listProperties(path, schema as Schema));
}

function listProperties(path: readonly string[], schema: Schema): DescribedPart[] {
  const { properties = {}, anyOf = [], oneOf = [], allOf = [], additionalProperties: values } = schema;
  const direct = (Object.entries(properties) as Array<[string, Schema]>).flatMap(([name, part]) => [
    ...('$ref' in part ? [] : [{ path: [...path, name], part }]),
    ...listProperties([...path, name], part),
  ]);
  const items = schema.type === 'array' ? [schema.items] : [];
  const inner = [...items, ...anyOf, ...oneOf, ...allOf, ...(typeof values === 'object' ? [values] : [])];
  return [...direct, ...inner.flatMap((part) => listProperties(path, part as Schema))];
}

/** Descriptions of the parts that both services have in common. */
export const COMMON_TEXTS: DocumentTexts = {
  'tags.System': 'Service information, health and API documentation. Public.',
  Error: 'An error.',
  detail: 'What went wrong, as an English sentence.',
  ServiceInfo: 'The service’s name, version and links.',
  'ServiceInfo.name': 'The name of the service.',
  version: 'The version of the API, `major.minor.patch`.',
  HealthReport: 'The health of the service and its dependencies.',
  'HealthReport.status': '`unhealthy` if, and only if, the database is unreachable.',
  timestamp: 'The time of the report, in UTC.',
  database: 'Whether PostgreSQL is reachable.',
  cache: '`disconnected` if Redis is configured but unreachable: responses are correct, but slower.',
  'HealthReport.error': 'Present if the database is unreachable.',
  ReadyReport: 'Whether this process can serve requests.',
  openapi: 'The version of the OpenAPI specification.',

  200: 'The request succeeded.',
  201: 'The record was created.',
  202: 'The work continues in the background.',
  204: 'The request succeeded; there is no body.',
  206: 'The requested part of the file.',
  304: 'The client already has the current version: it sent its `ETag` as `If-None-Match`. There is no body.',
  404: 'There is no such record, or page of its list, that the caller may see.',
  408: 'The request body arrived too slowly: at least 16 KiB are required every 10 seconds. The connection is closed.',
  413: 'The request body is larger than 1 MiB, or its file larger than the endpoint accepts.',
  415: 'The request body is not of a type that the endpoint accepts: JSON in UTF-8, or a form.',
  416: 'The file does not have the requested part.',
  500: 'An internal error.',
  503: 'The database, or another service that is required, is unavailable; see `Retry-After`.',

  getRoot:
    'Browsers, whose `Accept` header names `text/html`, get a page instead. Requires no credentials and is ' +
    'not rate-limited.',

  getService: 'Requires no credentials and is not rate-limited.',

  getReady: 'For reverse proxies and orchestrators. Requires no credentials and is not rate-limited.',

  'getHealth.503': 'The database is unreachable.',

  'ServiceInfo.links': 'URLs by name: `documentation`, `health`, …',
  'HealthReport.index':
    'Present while the process loads the catalogue; what needs it responds with 503 until then.',
  'ReadyReport.status':
    '`starting` until the process is ready for the first time, then `ready` or `unavailable`.',
};

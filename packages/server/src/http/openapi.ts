import type { OpenAPIV3 } from 'openapi-types';
import * as z from 'zod';
import type { Access, Contract, ContractResponse, FileInput, ResponseHeader } from '@kitroom/shared';
import { addExamples, type ErrorExamples, type OperationExamples } from '../documentation/add-examples.ts';
import { describeDocument, type DocumentTexts } from '../documentation/describe-document.ts';
import { extractBases, type Bases } from '../documentation/extract-bases.ts';
import { listResponseHeaders, RESPONSE_HEADERS } from '../documentation/response-headers.ts';
import { shareComponents } from '../documentation/share-components.ts';
import { IDEMPOTENCY_KEY_PATTERN } from './idempotency.ts';
import { toJsonSchema, type JsonSchema } from './json-schema.ts';

interface DocumentInfo {
  title: string;
  version: string;
  description: string;
  /** The security schemes of endpoints that are not public. */
  security: Readonly<Record<string, OpenAPIV3.SecuritySchemeObject>>;
  /** For endpoints with restricted access: the accepted schemes, and a note for the description. */
  access?: Readonly<Partial<Record<Access, { security: readonly string[]; note: string }>>>;
  /** The descriptions of all parts. */
  texts: DocumentTexts;
  /** Requests and responses of endpoints, and of errors. */
  examples: OperationExamples;
  errorExamples: ErrorExamples;
  /** The status of requests beyond the rate limit. */
  limitStatus: number;
  /** The response to invalid input; every endpoint has it for strict requests. */
  invalidInput: ContractResponse;
  /** The schemas that share properties by `allOf`. Default: none. */
  bases?: Bases;
  /** Whether credentials are always required; otherwise a deployment can turn them off. */
  needsCredentials?: boolean;
}

/** Builds the OpenAPI 3.0 document of a service from its contracts. */
export function buildOpenApi(info: DocumentInfo, contracts: readonly Contract[]): OpenAPIV3.Document {
  const schemas: Record<string, JsonSchema> = {};
  const paths: OpenAPIV3.PathsObject = {};
  for (const contract of contracts) {
    const method = contract.method.toLowerCase() as OpenAPIV3.HttpMethods;
    paths[contract.path] = { ...paths[contract.path], [method]: toOperation(contract, schemas, info) };
  }
  const document: OpenAPIV3.Document = {
    openapi: '3.0.3',
    info: {
      title: info.title,
      version: info.version,
      description: info.description,
      license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
    },
    servers: [{ url: '/' }],
    tags: [...new Set(contracts.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: {
      headers: pickUsed(RESPONSE_HEADERS, 'headers', JSON.stringify(paths)),
      schemas: extractBases(omitUnused(schemas, paths), info.bases ?? {}),
      securitySchemes: { ...info.security },
    },
    security: [
      ...Object.keys(info.security).map((name) => ({ [name]: [] })),
      ...(info.needsCredentials ? [] : [{}]),
    ],
  };
  describeDocument(document, info.texts);
  addExamples(document, info.examples, info.errorExamples);
  shareComponents(document);
  return document;
}

function toOperation(
  contract: Contract,
  schemas: Record<string, JsonSchema>,
  { access = {}, limitStatus, texts, invalidInput }: DocumentInfo,
): OpenAPIV3.OperationObject {
  const limited = contract.access && access[contract.access];
  const description = [texts[contract.id], limited?.note].filter((text) => text !== undefined).join(' ');
  return {
    operationId: contract.id,
    tags: [contract.tag],
    summary: contract.summary,
    ...(description === '' ? {} : { description }),
    parameters: [
      ...toParameters(contract.params, 'path'),
      ...toParameters(contract.query, 'query'),
      ...(contract.method !== 'GET' && 412 in contract.responses ? [IF_MATCH] : []),
      ...(contract.takesIdempotencyKey ? [IDEMPOTENCY_KEY] : []),
      PREFER,
    ],
    ...toRequestBody(contract, schemas),
    responses: Object.fromEntries(
      Object.entries({ 400: invalidInput, ...listResponses(contract, limitStatus) }).map(
        ([status, response]) => {
          const headers = toReferences(listResponseHeaders(contract, Number(status), limitStatus));
          return [status, { description: '', ...toContent(response, schemas), headers }];
        },
      ),
    ),
    ...(contract.access === 'public' ? { security: [] } : {}),
    ...(limited && { security: limited.security.map((name) => ({ [name]: [] })) }),
  };
}

/** Returns the responses of the contract, plus 304 for a GET whose 200 response has an `ETag`. */
function listResponses(contract: Contract, limitStatus: number): Contract['responses'] {
  const isTagged =
    contract.method === 'GET' && listResponseHeaders(contract, 200, limitStatus).includes('ETag');
  return isTagged ? { ...contract.responses, 304: {} } : contract.responses;
}

const IF_MATCH: OpenAPIV3.ParameterObject = {
  name: 'If-Match',
  in: 'header',
  description:
    'The `ETag` of the record to change. If the record has changed since, the response is 412 and nothing changes.',
  schema: { type: 'string' },
};

const IDEMPOTENCY_KEY: OpenAPIV3.ParameterObject = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Chosen by the client for one action of a user. A repetition within 24 hours, with the same key, URL and content, ' +
    'changes nothing and gets the stored response, with `Idempotent-Replayed: true`.',
  schema: { type: 'string', pattern: IDEMPOTENCY_KEY_PATTERN.source },
};

const PREFER: OpenAPIV3.ParameterObject = {
  name: 'Prefer',
  in: 'header',
  description:
    'With `handling=strict`, a name in the query string or body that the endpoint does not define is an error (400).',
  schema: { type: 'string', enum: ['handling=strict'] },
};

function toParameters(inputs: z.ZodObject | undefined, where: 'path' | 'query'): OpenAPIV3.ParameterObject[] {
  if (!inputs) return [];
  const { properties, required = [] } = toJsonSchema(inputs, 'input') as {
    properties: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: where,
    ...(required.includes(name) && { required: true }),
    schema: schema as OpenAPIV3.SchemaObject,
    ...(schema['type'] === 'array' ? { style: 'form', explode: !isCommaSeparated(inputs, name) } : {}),
  }));
}

function isCommaSeparated({ shape }: z.ZodObject, name: string): boolean {
  const schema = shape[name];
  return schema instanceof z.ZodType && z.globalRegistry.get(schema)?.isCommaSeparated === true;
}

function toRequestBody(
  { body, file }: Contract,
  schemas: Record<string, JsonSchema>,
): { requestBody?: OpenAPIV3.RequestBodyObject } {
  if (!body && !file) return {};
  const shownAs = body && z.globalRegistry.get(body)?.shownAs;
  const shown = shownAs instanceof z.ZodType ? shownAs : (body ?? z.object({}));
  const schema = collectComponents(toJsonSchema(shown, 'input'), schemas);
  const content: OpenAPIV3.RequestBodyObject['content'] = {
    ...(file && { 'multipart/form-data': { schema: withFile(schema, file) } }),
    ...(file?.required ? {} : { 'application/json': { schema } }),
  };
  return { requestBody: { required: file?.required === true || !shown.safeParse({}).success, content } };
}

/** A form has the fields of the JSON body, and the file. */
function withFile(schema: OpenAPIV3.SchemaObject, file: FileInput): OpenAPIV3.SchemaObject {
  const required = [...(file.required ? [file.field] : []), ...(schema.required ?? [])];
  return {
    ...schema,
    properties: {
      [file.field]: { type: 'string', format: 'binary' },
      ...schema.properties,
    },
    ...(required.length > 0 ? { required } : {}),
  };
}

function toContent(
  { schema, line, contentType, hasPage }: ContractResponse,
  schemas: Record<string, JsonSchema>,
): Pick<OpenAPIV3.ResponseObject, 'content'> {
  if (!schema) return {};
  // OpenAPI 3.0 has no other place for the schema of a line.
  const shown = collectComponents(toJsonSchema(line ?? schema, 'output'), schemas);
  return {
    content: {
      [contentType ?? 'application/json']: { schema: shown },
      ...(hasPage ? { 'text/html': { schema: { type: 'string' } } } : {}),
    },
  };
}

function toReferences(headers: readonly ResponseHeader[]) {
  return Object.fromEntries(headers.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** Moves named schemas of a response to the document's components, and references them. */
function collectComponents(schema: JsonSchema, schemas: Record<string, JsonSchema>): OpenAPIV3.SchemaObject {
  const { definitions = {} } = schema as { definitions?: Record<string, JsonSchema> };
  const text = JSON.stringify(schema, (_key, value: unknown) => expandReference(value, definitions));
  const moved = JSON.parse(text.replaceAll('#/definitions/', '#/components/schemas/')) as JsonSchema;
  const { definitions: components, $schema: _dialect, ...rest } = moved;
  for (const [name, component] of Object.entries(components ?? {})) addComponent(schemas, name, component);
  return rest;
}

/** Throws if two different schemas have the same name, because one would silently replace the other. */
function addComponent(schemas: Record<string, JsonSchema>, name: string, component: unknown): void {
  const existing = schemas[name];
  if (existing && JSON.stringify(existing) !== JSON.stringify(component)) {
    throw new Error(`two schemas have the name ${name}`);
  }
  schemas[name] = component as JsonSchema;
}

/**
 * OpenAPI 3.0 allows nothing next to a reference, null only next to a type in the same schema, and in an enum
 * only if listed: expands references that are nullable or have a description, and adds null to nullable
 * enums.
 */
function expandReference(value: unknown, definitions: Record<string, JsonSchema>): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if ('nullable' in value && 'enum' in value && Array.isArray(value.enum))
    return { ...value, enum: [...new Set([...value.enum, null])] };
  if (!('allOf' in value) || !Array.isArray(value.allOf) || value.allOf.length !== 1) return value;
  const { allOf, ...rest } = value;
  const [{ $ref = '' }] = allOf as [{ $ref?: string }];
  if (Object.keys(rest).length === 0) return { $ref };
  return { ...definitions[$ref.replace('#/definitions/', '')], ...rest };
}

/** The schemas that are referenced: others are expanded wherever they occur. */
function omitUnused(
  schemas: Record<string, JsonSchema>,
  paths: OpenAPIV3.PathsObject,
): Record<string, JsonSchema> {
  const used = pickUsed(schemas, 'schemas', JSON.stringify([paths, schemas]));
  return Object.keys(used).length < Object.keys(schemas).length ? omitUnused(used, paths) : used;
}

function pickUsed<T>(components: Readonly<Record<string, T>>, kind: string, text: string): Record<string, T> {
  const isUsed = ([name]: [string, T]) => text.includes(`"#/components/${kind}/${name}"`);
  return Object.fromEntries(Object.entries(components).filter(isUsed));
}

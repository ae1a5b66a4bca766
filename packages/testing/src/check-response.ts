import type { OpenAPIV3 } from 'openapi-types';
import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** A response to check. */
export interface TestResponse {
  method: string;
  /** The requested path, without the query. */
  path: string;
  status: number;
  headers: Headers;
  body: unknown;
}

/** Throws if a response does not match the OpenAPI document: its status, headers, content type and every field. */
export type ResponseCheck = (answer: TestResponse) => void;

/** The maximum length of an invalid body in the error. */
const SHOWN = 1000;

/** Responses to unknown paths and methods. */
const UNDOCUMENTED = new Set([404, 405, 401, 403]);

/**
 * Headers that are not documented: those of HTTP itself, of security, for other origins, and cookies, which the security
 * schemes describe.
 */
const GENERAL = new RegExp(
  `^(?:${[
    'access-control-.*',
    'cache-control',
    'connection',
    'content-(?:encoding|length|security-policy|type)',
    'cross-origin-.*',
    'date',
    'keep-alive',
    'origin-agent-cluster',
    'referrer-policy',
    'set-cookie',
    'strict-transport-security',
    'transfer-encoding',
    'vary',
    'x-(?:content-type|download|frame)-options',
    'x-(?:dns-prefetch-control|permitted-cross-domain-policies|xss-protection)',
  ].join('|')})$`,
);

/** Creates a check of responses against a document. */
export function createResponseCheck(document: OpenAPIV3.Document): ResponseCheck {
  const check = createSchemaCheck(document);
  const headers = document.components?.headers ?? {};
  const paths = Object.keys(document.paths).map((path) => ({ path, pattern: toPattern(path) }));

  function findOperation({ method, path }: TestResponse): OpenAPIV3.OperationObject | undefined {
    const found = paths
      .filter(({ pattern }) => pattern.test(path))
      .toSorted((a, b) => a.path.split('{').length - b.path.split('{').length)[0];
    const verb = (method === 'HEAD' ? 'get' : method.toLowerCase()) as OpenAPIV3.HttpMethods;
    return found && document.paths[found.path]?.[verb];
  }

  function validate(schema: object, answer: TestResponse): void {
    const problem = check(schema, answer.body);
    if (problem === undefined) return;
    const sent = JSON.stringify(answer.body).slice(0, SHOWN);
    throw new Error(`${describe(answer)} is not as documented: ${problem}\n${sent}`);
  }

  function validateHeaders(declared: OpenAPIV3.ResponseObject['headers'] = {}, answer: TestResponse): void {
    const sent = new Set([...answer.headers.keys()].filter((name) => !GENERAL.test(name)));
    for (const name of Object.keys(declared)) {
      sent.delete(name.toLowerCase());
      const problem = findHeaderProblem(headers[name] as OpenAPIV3.HeaderObject, answer.headers.get(name));
      if (problem !== undefined) throw new Error(`${describe(answer)} has ${name} ${problem}`);
    }
    if (sent.size > 0)
      throw new Error(`${describe(answer)} has headers that are not documented: ${[...sent].join()}`);
  }

  function findHeaderProblem(
    { required = false, schema = {} }: OpenAPIV3.HeaderObject,
    text: string | null,
  ): string | undefined {
    if (text === null) return required ? 'missing' : undefined;
    const isNumber = 'type' in schema && schema.type === 'integer';
    const problem = check(schema, isNumber ? Number(text) : text);
    return problem === undefined ? undefined : `other than documented: ${problem}: ${text}`;
  }

  return (answer) => {
    if (answer.method === 'HEAD' || answer.method === 'OPTIONS') return;
    const operation = findOperation(answer);
    if (!operation) {
      if (!UNDOCUMENTED.has(answer.status)) throw new Error(`${describe(answer)} is not documented`);
      validate({ type: 'object', properties: { detail: { type: 'string' } }, required: ['detail'] }, answer);
      return;
    }
    const response = operation.responses[answer.status] as OpenAPIV3.ResponseObject | undefined;
    if (!response) throw new Error(`${describe(answer)} is a status that is not documented`);
    validateHeaders(response.headers, answer);
    const type = answer.headers.get('Content-Type')?.split(';')[0] ?? '';
    const media = response.content?.[type];
    if (response.content && !media) throw new Error(`${describe(answer)} has the content type ${type}`);
    if (media?.schema && type === 'application/json') validate(media.schema, answer);
  };
}

function describe({ method, path, status }: TestResponse): string {
  return `${method} ${path} → ${status}`;
}

function toPattern(path: string): RegExp {
  return new RegExp(
    `^${path
      .replace(/\/$/, '')
      .replaceAll(/\{\w+\}/g, '[^/]+')
      .replaceAll('.', String.raw`\.`)}/?$`,
  );
}

/** What is wrong with a value according to a schema; undefined if nothing is. */
export type SchemaCheck = (schema: object, value: unknown) => string | undefined;

/** Creates a check by schemas of a document, which may refer to its components. Each field has to be documented. */
export function createSchemaCheck(document: OpenAPIV3.Document): SchemaCheck {
  // The document itself is validated by another test; compiling the meta-schema takes a while.
  const ajv = new Ajv({ strict: false, allErrors: true, meta: false, validateSchema: false });
  addFormats.default(ajv);
  const { schemas } = document.components ?? {};
  ajv.addSchema({ ...closeObjects({ components: { schemas } }), $id: 'document' });
  const compiled = new Map<object, ValidateFunction>();

  function compile(schema: object): ValidateFunction {
    const text = JSON.stringify(closeObjects(schema)).replaceAll('"#/components/', '"document#/components/');
    return ajv.compile(JSON.parse(text) as object);
  }

  return (schema, value) => {
    const check = compiled.get(schema) ?? compile(schema);
    compiled.set(schema, check);
    return check(value) ? undefined : ajv.errorsText(check.errors);
  };
}

/** The document allows additional properties for forward compatibility. */
function closeObjects<T>(schema: T): T {
  return JSON.parse(
    JSON.stringify(schema, (_key, value: unknown) =>
      isObjectSchema(value) ? { additionalProperties: false, ...value } : value,
    ),
  ) as T;
}

function isObjectSchema(value: unknown): value is object {
  return typeof value === 'object' && value !== null && 'properties' in value && 'type' in value;
}

const docs = resolve(import.meta.dirname, '../../../docs');

/** Reads a service's OpenAPI document from `docs`; another test fails if that is stale. */
export function readStoredDocument(service: 'catalogue' | 'collection'): OpenAPIV3.Document {
  const text = readFileSync(resolve(docs, `${service}.openapi.json`), 'utf8');
  return JSON.parse(text) as OpenAPIV3.Document;
}

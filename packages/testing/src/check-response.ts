import type { OpenAPIV3 } from 'openapi-types';
import { createSchemaCheck } from './check-schema.ts';
import { inlineComponents } from './inline-components.ts';

/** A response to check. */
export interface TestResponse {
  method: string;
  /** The requested path, without the query. */
  path: string;
  status: number;
  headers: Headers;
  body: unknown;
}

/**
 * Throws if a response does not match the OpenAPI document: its status, headers, content type and every
 * field.
 */
export type ResponseCheck = (response: TestResponse) => void;

/** The maximum length of an invalid body in the error. */
const SHOWN = 1000;

/** Responses to unknown paths and methods. */
const UNDOCUMENTED = new Set([404, 405, 401, 403]);

/**
 * Headers that are not documented: those of HTTP itself, of security, for other origins, and cookies, which
 * the security schemes describe.
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
export function createResponseCheck(published: OpenAPIV3.Document): ResponseCheck {
  const document = inlineComponents(published);
  const check = createSchemaCheck(document);
  const headers = document.components?.headers ?? {};
  const paths = Object.keys(document.paths).map((path) => ({ path, pattern: toPattern(path) }));

  function findOperation({ method, path }: TestResponse): OpenAPIV3.OperationObject | undefined {
    const match = paths
      .filter(({ pattern }) => pattern.test(path))
      .toSorted((a, b) => a.path.split('{').length - b.path.split('{').length)[0];
    const verb = (method === 'HEAD' ? 'get' : method.toLowerCase()) as OpenAPIV3.HttpMethods;
    return match && document.paths[match.path]?.[verb];
  }

  function validate(schema: object, response: TestResponse): void {
    const problem = check(schema, response.body);
    if (problem === undefined) return;
    const sent = JSON.stringify(response.body).slice(0, SHOWN);
    throw new Error(`${describe(response)} is not as documented:\n${problem}\n${sent}`);
  }

  function validateHeaders(declared: OpenAPIV3.ResponseObject['headers'] = {}, response: TestResponse): void {
    const sent = new Set([...response.headers.keys()].filter((name) => !GENERAL.test(name)));
    for (const name of Object.keys(declared)) {
      sent.delete(name.toLowerCase());
      const problem = findHeaderProblem(name, response.headers.get(name));
      if (problem !== undefined) throw new Error(`${describe(response)} is not as documented:\n${problem}`);
    }
    if (sent.size > 0)
      throw new Error(`${describe(response)} has headers that are not documented: ${[...sent].join()}`);
  }

  function findHeaderProblem(name: string, text: string | null): string | undefined {
    const { required = false, schema = {} } = headers[name] as OpenAPIV3.HeaderObject;
    if (text === null) return required ? `header ${name} is missing` : undefined;
    const isNumber = 'type' in schema && schema.type === 'integer';
    return check(schema, isNumber && !Number.isNaN(Number(text)) ? Number(text) : text, `header ${name}`);
  }

  return (received) => {
    if (received.method === 'HEAD' || received.method === 'OPTIONS') return;
    const operation = findOperation(received);
    if (!operation) {
      if (!UNDOCUMENTED.has(received.status)) throw new Error(`${describe(received)} is not documented`);
      validate(
        { type: 'object', properties: { detail: { type: 'string' } }, required: ['detail'] },
        received,
      );
      return;
    }
    const documented = operation.responses[received.status] as OpenAPIV3.ResponseObject | undefined;
    if (!documented) throw new Error(`${describe(received)} is a status that is not documented`);
    validateHeaders(documented.headers, received);
    const type = received.headers.get('Content-Type')?.split(';')[0] ?? '';
    const media = documented.content?.[type];
    if (documented.content && !media) throw new Error(`${describe(received)} has the content type ${type}`);
    if (media?.schema && type === 'application/json') validate(media.schema, received);
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

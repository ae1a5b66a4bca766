import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { OpenAPIV3 } from 'openapi-types';

/** A response to check. */
export interface TestAnswer {
  method: string;
  /** The requested path, without the query. */
  path: string;
  status: number;
  contentType: string | null;
  body: unknown;
}

/** Throws if a response does not match the OpenAPI document: its status, content type and every field. */
export type AnswerCheck = (answer: TestAnswer) => void;

/** The maximum length of an invalid body in the error. */
const SHOWN = 1000;

/** Responses to unknown paths and methods. */
const UNDOCUMENTED = new Set([404, 405, 401, 403]);

/** Creates a check of responses against a document. */
export function createAnswerCheck(document: OpenAPIV3.Document): AnswerCheck {
  // The document itself is validated by another test; compiling the meta-schema takes a while.
  const ajv = new Ajv({ strict: false, allErrors: true, meta: false, validateSchema: false });
  addFormats.default(ajv);
  ajv.addSchema({ ...closeObjects({ components: document.components }), $id: 'document' });
  const compiled = new Map<object, ValidateFunction>();
  const paths = Object.keys(document.paths).map((path) => ({ path, pattern: toPattern(path) }));

  function findOperation({ method, path }: TestAnswer): OpenAPIV3.OperationObject | undefined {
    const found = paths
      .filter(({ pattern }) => pattern.test(path))
      .toSorted((a, b) => a.path.split('{').length - b.path.split('{').length)[0];
    const verb = (method === 'HEAD' ? 'get' : method.toLowerCase()) as OpenAPIV3.HttpMethods;
    return found && document.paths[found.path]?.[verb];
  }

  function validate(schema: object, answer: TestAnswer): void {
    const text = JSON.stringify(closeObjects(schema)).replaceAll('"#/components/', '"document#/components/');
    const check = compiled.get(schema) ?? ajv.compile(JSON.parse(text) as object);
    compiled.set(schema, check);
    if (!check(answer.body)) {
      throw new Error(
        `${describe(answer)} is not as documented: ${ajv.errorsText(check.errors)}\n${JSON.stringify(answer.body).slice(0, SHOWN)}`,
      );
    }
  }

  return (answer) => {
    if (answer.method === 'HEAD' || answer.method === 'OPTIONS' || answer.status === 304) return;
    const operation = findOperation(answer);
    if (!operation) {
      if (!UNDOCUMENTED.has(answer.status)) throw new Error(`${describe(answer)} is not documented`);
      validate({ type: 'object', properties: { detail: { type: 'string' } }, required: ['detail'] }, answer);
      return;
    }
    const response = operation.responses[answer.status] as OpenAPIV3.ResponseObject | undefined;
    if (!response) throw new Error(`${describe(answer)} is a status that is not documented`);
    const type = answer.contentType?.split(';')[0] ?? '';
    const media = response.content?.[type];
    if (response.content && !media) throw new Error(`${describe(answer)} has the content type ${type}`);
    if (media?.schema && type === 'application/json') validate(media.schema, answer);
  };
}

function describe({ method, path, status }: TestAnswer): string {
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

/** The document allows additional properties for forward compatibility; tests require each field to be documented. */
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

import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { OpenAPIV3 } from 'openapi-types';

/** An answer as a test sees it. */
export interface TestAnswer {
  method: string;
  /** The path that was asked, without the query. */
  path: string;
  status: number;
  contentType: string | null;
  body: unknown;
}

/** Throws when an answer is not as the OpenAPI document says: its status, content type, fields, all of them. */
export type AnswerCheck = (answer: TestAnswer) => void;

/** So much of a wrong body is shown. */
const SHOWN = 1000;

/** What any unknown path and any wrong method answer. */
const UNDOCUMENTED = new Set([404, 405, 401, 403]);

/** Makes the check of a document. */
export function createAnswerCheck(document: OpenAPIV3.Document): AnswerCheck {
  // Whether the document itself is right is another test's question; compiling the schema of schemas takes a while.
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

/** The document leaves objects open for newer fields; tests want to see each field documented. */
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

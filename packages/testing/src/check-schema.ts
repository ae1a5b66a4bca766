import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { OpenAPIV3 } from 'openapi-types';

/**
 * Returns the problems of a value according to a schema, one per line, or undefined if it is valid. Problems
 * call the value `name`, by default `body`.
 */
export type SchemaCheck = (schema: object, value: unknown, name?: string) => string | undefined;

/** Properties whose value selects the schema of a union. */
const TAGS = ['item_type', 'kind'];

/** Maximum number of reported problems. */
const PROBLEMS_MAX = 20;

/** A problem of a value, and its position as a JSON pointer. */
interface Problem {
  path: string;
  text: string;
}

/**
 * Creates a check against schemas of a document, which may refer to its components. Undocumented fields are
 * problems.
 */
export function createSchemaCheck(document: OpenAPIV3.Document): SchemaCheck {
  // The document itself is validated by another test; compiling the meta-schema takes a while.
  const ajv = new Ajv({ strict: false, allErrors: true, verbose: true, meta: false, validateSchema: false });
  addFormats.default(ajv);
  const { schemas } = document.components ?? {};
  ajv.addSchema({ ...closeObjects({ components: { schemas } }), $id: 'document' });
  const compiled = new Map<object, ValidateFunction>();

  function compile(schema: object): ValidateFunction {
    const text = JSON.stringify(closeObjects(schema)).replaceAll('"#/components/', '"document#/components/');
    return ajv.compile(JSON.parse(text) as object);
  }

  function findProblems(schema: object, value: unknown): Problem[] {
    const validate = compiled.get(schema) ?? compile(schema);
    compiled.set(schema, validate);
    if (validate(value)) return [];
    // Validating the schemas of a union replaces the errors of the function.
    const errors = validate.errors ?? [];
    const unions = errors.filter(isUnmatchedUnion);
    const outside = errors.filter((error) => !unions.some((union) => isBelow(error, union)));
    // A union within a union is part of the outer one, whose error follows.
    const outermost = unions.filter(
      (union, index) => !unions.some((otherUnion, place) => place > index && isBelow(union, otherUnion)),
    );
    return [...outside.map(describeError), ...outermost.flatMap(findProblemsOfUnion)];
  }

  /**
   * The problems of a union's fitting schema: the one for the value's tag, or else the closest of the same
   * type.
   */
  function findProblemsOfUnion({ instancePath, schema, data }: ErrorObject): Problem[] {
    const choices = (schema as object[]).map((choice) => findProblems(choice, data));
    const tag = TAGS.find((name) => hasProperty(data, name));
    const isOfTag = ({ path }: Problem) => path === `/${tag}`;
    const fitting = choices.filter((problems) => !problems.some(isOfTag));
    const closest = fitting.toSorted((a, b) => distanceOf(a) - distanceOf(b))[0];
    const problems = closest ?? [{ path: `/${tag}`, text: 'is not that of any schema of the union' }];
    return problems.map(({ path, text }) => ({ path: `${instancePath}${path}`, text }));
  }

  return (schema, value, name = 'body') => {
    const problems = findProblems(schema, value);
    return problems.length === 0 ? undefined : listProblems(problems, name);
  };
}

/** A value of another type is more distant than one with invalid properties. */
function distanceOf(problems: readonly Problem[]): number {
  return problems.some(({ path }) => path === '') ? Infinity : problems.length;
}

/**
 * Whether a value matches no schema of a union; if it matches several, there are no errors of its schemas.
 */
function isUnmatchedUnion({ keyword, params }: ErrorObject): boolean {
  return keyword === 'anyOf' || (keyword === 'oneOf' && params['passingSchemas'] === null);
}

function isBelow(error: ErrorObject, union: ErrorObject): boolean {
  return `${error.instancePath}/`.startsWith(`${union.instancePath}/`);
}

function hasProperty(value: unknown, name: string): boolean {
  return typeof value === 'object' && value !== null && name in value;
}

function describeError({ keyword, instancePath, params, message = keyword, data }: ErrorObject): Problem {
  switch (keyword) {
    case 'additionalProperties':
      return { path: `${instancePath}/${params['additionalProperty']}`, text: 'is not documented' };
    case 'required':
      return { path: `${instancePath}/${params['missingProperty']}`, text: 'is missing' };
    case 'enum':
      return {
        path: instancePath,
        text: `is ${show(data)}, but must be one of ${JSON.stringify(params['allowedValues'])}`,
      };
    default:
      return { path: instancePath, text: `is ${show(data)}, but ${message}` };
  }
}

/** The maximum length of a value in a problem. */
const SHOWN = 60;

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length <= SHOWN ? text : `${text.slice(0, SHOWN)}…`;
}

/** Lists each kind of problem once, with its first place: the entries of a list often share it. */
function listProblems(problems: readonly Problem[], name: string): string {
  const kinds = Map.groupBy(
    problems,
    ({ path, text }) => `${path.replaceAll(/\/\d+(?=\/|$)/g, '/*')} ${text}`,
  );
  const lines = [...kinds.values()].map((alike) => {
    const more = alike.length > 1 ? ` (and ${alike.length - 1} more like it)` : '';
    return alike[0] ? `${name}${toAccess(alike[0].path)} ${alike[0].text}${more}` : '';
  });
  const left = lines.length - PROBLEMS_MAX;
  return [...lines.slice(0, PROBLEMS_MAX), ...(left > 0 ? [`and ${left} more problems`] : [])].join('\n');
}

/** `.results[0].name` for `/results/0/name`. */
function toAccess(path: string): string {
  return path.replaceAll(/\/(\d+)(?=\/|$)/g, '[$1]').replaceAll('/', '.');
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

import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { OpenAPIV3 } from 'openapi-types';

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

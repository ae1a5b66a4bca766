import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { OpenAPIV3 } from 'openapi-types';
import { inlineComponents } from './inline-components.ts';

const COMPARE = `
type Fields<T> = keyof { [K in keyof T as string extends K ? never : K]: T[K] };
type Same<A, B> = [A, B] extends [B, A] ? true : { lacks: Exclude<B, A>; hasAlso: Exclude<A, B> };
`;

/**
 * Returns a TypeScript source that compiles without errors if the client of a service exports a type for each
 * schema of the service's OpenAPI document, with the same fields.
 */
export function compareSchemaTypes(service: 'catalogue' | 'collection'): string {
  const schemas = inlineComponents(readStoredDocument(service)).components?.schemas ?? {};
  const types = Object.entries(schemas as Record<string, OpenAPIV3.SchemaObject>).map(([name, schema]) => ({
    // `Error` would shadow JavaScript's.
    name: name === 'Error' ? 'ErrorBody' : name,
    fields: Object.keys(schema.properties ?? {}),
  }));
  const names = types.map(({ name }) => name).join(', ');
  const checks = types
    .filter(({ fields }) => fields.length > 0)
    .map(({ name, fields }) => `true satisfies Same<Fields<${name}>, '${fields.join("' | '")}'>;`);
  const imports = `import type { ${names} } from '@kitroom/${service}-client';`;
  return [imports, COMPARE, `export type All = [${names}];`, ...checks].join('\n');
}

const docs = resolve(import.meta.dirname, '../../../docs');

/** Reads a service's OpenAPI document from `docs`; another test fails if the file is out of date. */
function readStoredDocument(service: 'catalogue' | 'collection'): OpenAPIV3.Document {
  const text = readFileSync(resolve(docs, `${service}.openapi.json`), 'utf8');
  return JSON.parse(text) as OpenAPIV3.Document;
}

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { OpenAPIV3 } from 'openapi-types';

const docs = resolve(import.meta.dirname, '../../../docs');

/** Reads a service's OpenAPI document from `docs`; another test fails if the file is out of date. */
export function readStoredDocument(service: 'catalogue' | 'collection'): OpenAPIV3.Document {
  const text = readFileSync(resolve(docs, `${service}.openapi.json`), 'utf8');
  return JSON.parse(text) as OpenAPIV3.Document;
}

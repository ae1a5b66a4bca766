import { writeFile } from 'node:fs/promises';
import { catalogueDocument } from '../services/catalogue/src/openapi.ts';
import { collectionDocument } from '../services/collection/src/openapi.ts';

/** The OpenAPI documents of both services, built from the contracts. */
export function buildDocuments() {
  return { catalogue: catalogueDocument(), collection: collectionDocument() };
}

/** The OpenAPI documents as they are in the repository, by file. A test fails if they are stale. */
export function renderDocuments(): Array<{ file: URL; text: string }> {
  return Object.entries(buildDocuments()).map(([name, document]) => ({
    file: new URL(`../docs/${name}.openapi.json`, import.meta.url),
    text: `${JSON.stringify(document, null, 2)}\n`,
  }));
}

if (import.meta.main) {
  for (const { file, text } of renderDocuments()) await writeFile(file, text);
}

import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { catalogueDocument } from '../services/catalogue/src/openapi.ts';
import { collectionDocument } from '../services/collection/src/openapi.ts';

/** Builds the OpenAPI documents of both services from the contracts. */
export function buildDocuments() {
  return { catalogue: catalogueDocument(), collection: collectionDocument() };
}

// A test fails if the written files are stale.
if (import.meta.main) {
  for (const [name, document] of Object.entries(buildDocuments())) {
    const filepath = fileURLToPath(new URL(`../docs/${name}.openapi.json`, import.meta.url));
    const options = await resolveConfig(filepath);
    await writeFile(filepath, await format(JSON.stringify(document), { ...options, filepath }));
  }
}

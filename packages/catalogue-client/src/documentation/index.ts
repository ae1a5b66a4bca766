import examples from './examples.json' with { type: 'json' };
import { LIST_TEXTS } from './list-texts.ts';
import { RECORD_TEXTS } from './record-texts.ts';
import { SERVICE_TEXTS } from './service-texts.ts';

/**
 * Descriptions for the OpenAPI document, of what has none in the contracts. They are not in the contracts because
 * bundles of the client would contain them.
 */
export const CATALOGUE_TEXTS: Readonly<Record<string, string>> = {
  ...RECORD_TEXTS,
  ...LIST_TEXTS,
  ...SERVICE_TEXTS,
};

export { RECORD_TEXTS };

/** Requests and answers of the demo that `npm start` serves, by operation id; written by a slow test. */
export const CATALOGUE_EXAMPLES: Readonly<Record<string, { answers: Readonly<Record<string, unknown>> }>> =
  examples;

export { CATALOGUE_ERROR_EXAMPLES } from './error-examples.ts';

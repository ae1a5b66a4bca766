import { splitKeys } from '@kitroom/shared';
import { ACCOUNT_TEXTS } from './account-texts.ts';
import { COLLECTION_TEXTS_BY_NAME } from './collection-texts.ts';
import examples from './examples.json' with { type: 'json' };
import { INTERCHANGE_TEXTS } from './interchange-texts.ts';
import { ITEM_TEXTS } from './item-texts.ts';

/**
 * The descriptions in the OpenAPI document. They are not in the contracts, because bundles of the client
 * would contain them.
 */
export const COLLECTION_TEXTS = splitKeys({
  ...ITEM_TEXTS,
  ...ACCOUNT_TEXTS,
  ...COLLECTION_TEXTS_BY_NAME,
  ...INTERCHANGE_TEXTS,
});

/** Requests and responses of the demo that `npm start` serves, by operation id; written by a slow test. */
export const COLLECTION_EXAMPLES: Readonly<Record<string, { responses: Readonly<Record<string, unknown>> }>> =
  examples;

export { documentedItemContracts, ITEM_BASES } from '../contracts/new-items.ts';
export { COLLECTION_ERROR_EXAMPLES } from './error-examples.ts';

import {
  callWith,
  createMethods,
  type Endpoint,
  type InputsOf,
  type MethodName,
  type OutputOf,
} from '@kitroom/client';
import { isPaged, type Contract } from '@kitroom/shared';
import type * as z from 'zod';
import { toConnection, type CollectionClientOptions } from './connection.ts';
import { COLLECTION } from './contracts/collection.ts';
import { toPage, type Page } from './pages.ts';

/** The collection service's endpoints, one method each. */
export type CollectionClient = ClientOf<typeof COLLECTION>;

type ClientOf<Tree> = {
  [Name in MethodName<Tree>]: Tree[Name] extends Contract ? MethodOf<Tree[Name]> : ClientOf<Tree[Name]>;
};

/** Lists that are returned as arrays have their pagination in headers. */
type MethodOf<C extends Contract> = C extends {
  query: { shape: { page: unknown } };
  responses: { 200: { schema: z.ZodArray<infer Entry> } };
}
  ? Endpoint<InputsOf<C>, Page<z.output<Entry>>>
  : Endpoint<InputsOf<C>, OutputOf<C>>;

/**
 * Creates a client of one collection service, for browsers and Node.js. It holds no connection and needs no closing;
 * the first request is sent by the first call. Throws a `TypeError` that names an invalid option.
 *
 * @example
 * const { token } = await createCollectionClient({ baseUrl }).tokens.create({ username, password });
 * const items = await createCollectionClient({ baseUrl, token }).items.list({ item_type: 'jersey' });
 */
export function createCollectionClient(options: CollectionClientOptions): CollectionClient {
  const connection = toConnection(options);
  const methods = createMethods(COLLECTION, (contract) => async (...parameters) => {
    const answer = await callWith(connection, contract, parameters);
    return isPaged(contract) ? toPage(answer, `${contract.method} ${contract.path}`) : answer.value;
  });
  // Responses are validated by the schemas of the contracts.
  return methods as unknown as CollectionClient;
}

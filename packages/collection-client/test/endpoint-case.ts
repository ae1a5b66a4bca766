import type { CollectionClient } from '../src/index.ts';

/** How one endpoint is called through the client. */
export interface EndpointCase {
  request: (client: CollectionClient) => Promise<unknown>;
  url: string;
  /** The body of the response. */
  response: unknown;
  /** What the method returns, if that is not the body. */
  returned?: unknown;
  headers?: Record<string, string>;
  /** The JSON of the request. */
  sent?: unknown;
}

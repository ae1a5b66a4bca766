import type { CollectionClient } from '../src/index.ts';

/** How one endpoint is asked through the client. */
export interface EndpointCase {
  ask: (client: CollectionClient) => Promise<unknown>;
  url: string;
  answer: unknown;
  /** What the method returns, where that is not the answer's body. */
  returned?: unknown;
  headers?: Record<string, string>;
  /** The JSON that it sends. */
  sent?: unknown;
}

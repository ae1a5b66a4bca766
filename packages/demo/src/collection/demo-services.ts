/** Who owns a demo collection. */
export interface DemoUser {
  username: string;
  email: string;
  name: string;
}

/** Where a demo collection is filled, and on whose behalf. */
export interface DemoServices {
  /** Addresses. */
  catalogue: string;
  collection: string;
  catalogueKey: string;
  /** By username. */
  tokens: ReadonlyMap<string, string>;
}

/** What is there to be looked at. */
export interface DemoCollection {
  /** The demo collector first. */
  owners: readonly [DemoUser, ...DemoUser[]];
  /** Fills the owners' collections, or goes on with that; rejects when something fails. */
  complete(services: DemoServices, signal: AbortSignal): Promise<void>;
}

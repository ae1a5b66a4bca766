import type { DemoUser } from './demo-item.ts';
import { DEMO_OWNERS } from './demo-owners.ts';
import type { DemoServices } from './fill-demo-collection.ts';

/** The initial content of the collection service. */
export interface DemoCollection {
  /** The demo collector first. */
  owners: readonly [DemoUser, ...DemoUser[]];
  /** Fills the owners' collections, or continues; rejects when something fails. */
  complete(services: DemoServices, signal: AbortSignal): Promise<void>;
}

/** The demo collection of `npm start`. The code that uploads it is loaded on demand. */
export const DEMO_COLLECTION: DemoCollection = {
  owners: DEMO_OWNERS,
  complete: async (services, signal) => {
    const { fillDemoCollection } = await import('./fill-demo-collection.ts');
    await fillDemoCollection(services, signal);
  },
};

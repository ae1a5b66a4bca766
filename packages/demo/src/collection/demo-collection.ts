import type { DemoCollection } from './demo-services.ts';
import { DEMO_OWNERS } from './demo-owners.ts';

/** The demo collection of `npm start`. The code that draws and uploads it is loaded on demand. */
export const DEMO_COLLECTION: DemoCollection = {
  owners: DEMO_OWNERS,
  complete: async (services, signal) => {
    const { fillDemoCollection } = await import('./fill-demo-collection.ts');
    await fillDemoCollection(services, signal);
  },
};

import { createContext, use, useContext } from 'react';
import { createCatalogueClient, type CatalogueClient } from '@kitroom/catalogue-client';
import type { CollectionClient } from '@kitroom/collection-client';
import { fetchWithinLimits } from './rate-limits.ts';

/** Where the two services are. Read when the page starts, so that one build serves every environment. */
interface Config {
  catalogue: string;
  collection: string;
}

/**
 * The URL of this script, which is in a folder of the showcase. Vite would take a literal `new URL` for a
 * file.
 */
const script: string = import.meta.url;

/** The URL of the showcase, with a trailing slash. One build can be served below any path. */
export const SHOWCASE_URL = new URL('..', script).href;

/** Reads `config.json`, which is served next to the build. */
export async function loadConfig(): Promise<Config> {
  const response = await fetch(`${SHOWCASE_URL}config.json`);
  const { catalogue, collection } = (await response.json()) as Partial<Config>;
  if (!catalogue || !collection) throw new Error('config.json must name catalogue and collection');
  return { catalogue, collection };
}

/** The two typed clients; everything on the screens comes through them. */
export interface Services {
  catalogue: CatalogueClient;
  /** Loads the client when it is first needed: to look at kits, nobody needs it. */
  loadCollection: () => Promise<CollectionClient>;
  /** Where the collection service has pages of its own. */
  collectionUrl: string;
}

export function createServices(config: Config): Services {
  let collection: Promise<CollectionClient> | undefined;
  return {
    catalogue: createCatalogueClient({ baseUrl: config.catalogue, fetch: fetchWithinLimits }),
    loadCollection: () => (collection ??= openCollection(config.collection)),
    collectionUrl: config.collection,
  };
}

async function openCollection(baseUrl: string): Promise<CollectionClient> {
  const { createSignedInClient } = await import('./signed-in-client.ts');
  return createSignedInClient(baseUrl);
}

const ServicesContext = createContext<Services | undefined>(undefined);

export const ServicesProvider = ServicesContext.Provider;

export function useServices(): Services {
  const services = useContext(ServicesContext);
  if (!services) throw new Error('useServices() needs a ServicesProvider above it');
  return services;
}

export function useCatalogue(): CatalogueClient {
  return useServices().catalogue;
}

/** Suspends until the client has been loaded. */
export function useCollection(): CollectionClient {
  return use(useServices().loadCollection());
}

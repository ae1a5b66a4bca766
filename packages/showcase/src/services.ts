import { createContext, use, useContext } from 'react';
import { createCatalogueClient, type CatalogueClient } from '@kitroom/catalogue-client';
import type { CollectionClient } from '@kitroom/collection-client';
import { fetchWithinLimits } from './rate-limits.ts';

/** The URLs of the two services. Read when the page starts, so that one build works in every environment. */
interface Config {
  catalogue: string;
  collection: string;
}

/**
 * The URL of this script, which is in a subfolder of the showcase. A separate variable, because Vite would
 * treat `new URL` with a literal `import.meta.url` as the path of a file.
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

/** The two typed clients, through which the screens load all data. */
export interface Services {
  catalogue: CatalogueClient;
  /** Loads the client when it is first needed. Screens of the catalogue do not need it. */
  loadCollection: () => Promise<CollectionClient>;
  /** The URL of the collection service, for its account pages and downloads. */
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

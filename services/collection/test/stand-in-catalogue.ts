import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from '@jest/globals';
import { query, type Database } from '@kitroom/server/database/database';
import { enqueue } from '@kitroom/server/jobs/jobs';
import { eventually } from '@kitroom/testing/eventually';
import type { TestDatabase } from '@kitroom/testing/test-databases';
import { useService } from '@kitroom/testing/use-service';
import { startTestCollection, type TestCollection } from './test-collection.ts';

/** How a stand-in handles a request. */
export type Behaviour = (response: ServerResponse, url: URL) => void;

/** A fake catalogue over real HTTP, whose behaviour tests set. */
export interface StandInCatalogue {
  url: string;
  /** The requests received since the last reset. */
  seen: Array<{ path: string; headers: IncomingHttpHeaders }>;
  /** Sets the behaviour for all further requests. */
  setBehaviour(behaviour: Behaviour): void;
  /** Stops listening. */
  stop(): Promise<void>;
  /** Listens again at the same address. */
  restart(): Promise<void>;
}

/** Starts a stand-in, which returns an empty list until its behaviour is set. */
export async function startStandInCatalogue(): Promise<StandInCatalogue> {
  let behaviour = responding([]);
  const seen: StandInCatalogue['seen'] = [];
  const server = createServer(({ url = '', headers }, response) => {
    seen.push({ path: url, headers });
    behaviour(response, new URL(url, 'http://catalogue'));
  });
  const listen = (at: number) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(at, '127.0.0.1', () => resolve());
    });
  await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    setBehaviour: (next) => {
      behaviour = next;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
    restart: () => listen(port),
  };
}

/** A stand-in for the tests of a file. */
export function useStandInCatalogue(): StandInCatalogue & { close(): Promise<void> } {
  return useService(async () => {
    const catalogue = await startStandInCatalogue();
    return { ...catalogue, close: catalogue.stop };
  });
}

/** Responds with JSON. */
export function responding(body: unknown, status = 200, headers: Record<string, string> = {}): Behaviour {
  return (response) => {
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body));
  };
}

/** Responds with an error in the catalogue's format. */
export function respondingWithError(status: number, detail: string): Behaviour {
  return responding({ detail }, status);
}

/** Serves each record at its path, such as `/api/clubs/7`, and returns 404 for all other paths. */
export function servingRecords(records: Readonly<Record<string, unknown>>): Behaviour {
  return (response, url) => {
    const record = records[url.pathname];
    const behaviour = record === undefined ? respondingWithError(404, 'Not there.') : responding(record);
    behaviour(response, url);
  };
}

/** Responds with text that no catalogue would return. */
export function respondingWithText(text: string, status = 200, contentType = 'application/json'): Behaviour {
  return (response) => {
    response.writeHead(status, { 'Content-Type': contentType }).end(text);
  };
}

/** Accepts the request and never responds. */
export const neverResponding: Behaviour = () => undefined;

/** Closes the connection in the middle of a response. */
export const closingConnection: Behaviour = (response) => {
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '100' });
  response.write('[', () => response.destroy());
};

/** A club as the catalogue returns it. */
export const MALAGA = {
  id: 7,
  name: 'Málaga CF',
  slug: 'malaga-cf-kits',
  logo: 'https://kits.example/malaga.svg',
  logo_dark: null,
  country: 'ES',
};

const BADGE = { slug: 'x', logo: 'https://kits.example/x.svg', logo_dark: null };

/** A brand and a competition as the catalogue returns them. */
export const BRAND = { id: 3, name: 'adidas', ...BADGE };
export const COMPETITION = { id: 4, name: 'La Liga', ...BADGE, country: 'ES' };

/** A season as the catalogue returns it. */
export const SEASON = { id: 5, year: '2024-25', first_year: '2024', second_year: '2025' };

/** A kit's full record, as the catalogue returns it. */
export const KIT = {
  id: 11,
  name: 'Málaga CF 2024-25 Home',
  slug: 'malaga-cf-2024-25-home-kit',
  team: { ...MALAGA, id_archive: null },
  season: SEASON,
  competition: [COMPETITION],
  type: {
    id: 1,
    name: 'Home',
    category: 'match',
    category_order: 1,
    order_priority: 1,
    is_goalkeeper: false,
  },
  brand: BRAND,
  design: 'Stripes',
  primary_color: { name: 'Sky blue', color: '#87CEEB' },
  secondary_color: [{ name: 'White', color: '#FFFFFF' }],
  main_img_url: 'https://kits.example/11.jpg',
  rating: 4.42,
};

/** The records above, keyed by path. */
export const RECORDS = {
  '/api/brands/3': BRAND,
  '/api/clubs/7': MALAGA,
  '/api/seasons/5': SEASON,
  '/api/kits/11': KIT,
};

/**
 * Starts a collection service that processes its queue, and waits for the first run of its scheduled
 * references job. The next run is due after the test.
 */
export async function startProcessingCollection(
  database: TestDatabase,
  catalogue: Pick<StandInCatalogue, 'url'>,
): Promise<TestCollection> {
  const collection = await startTestCollection(database, { CATALOGUE_URL: catalogue.url, WORKER: 'true' });
  await eventually(async () => {
    const tended = "select from agenda_jobs where name = 'maintenance' and last_finished_at is not null";
    expect(await query(collection.db, tended)).toHaveLength(1);
  }, 20_000);
  return collection;
}

/** Enqueues the job that requests records from the catalogue, and waits until it has finished. */
export async function runReferencesJob(db: Database): Promise<void> {
  await enqueue(db, 'references', 'all');
  await untilReferencesJobEnded(db);
}

/** Waits until the job that requests records from the catalogue is neither queued nor running. */
export async function untilReferencesJobEnded(db: Database): Promise<void> {
  await eventually(async () => {
    expect(await query(db, "select name from agenda_jobs where data ->> 'key' = 'all'")).toEqual([]);
  }, 30_000);
}

/** Brands as the catalogue returns them, keyed by path. */
export function brandsOf(ids: readonly number[]): Record<string, unknown> {
  return Object.fromEntries(ids.map((id) => [`/api/brands/${id}`, { ...BRAND, id, name: `Brand ${id}` }]));
}

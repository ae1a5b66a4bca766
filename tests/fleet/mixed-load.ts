import { setTimeout as delay } from 'node:timers/promises';
import { inspect } from 'node:util';
import sharp from 'sharp';
import type { Collector, Fleet } from './open-fleet.ts';

/** Results of a load. */
export interface LoadReport {
  requests: number;
  /** Numbers of responses, by status and action. */
  counts: Record<string, number>;
  /** Unsuccessful requests: the action, and the status with the body or the error. */
  failures: string[];
  /** The names of the items that were created and not deleted. */
  items: string[];
  /** The ids of the photos that were uploaded and not deleted. */
  photos: number[];
}

/** Workers that send requests until they are stopped. */
export interface Load {
  report(): LoadReport;
  /** Stops after the pending requests are complete. */
  stop(): Promise<LoadReport>;
}

/** Size of a load. */
export interface LoadOptions {
  /** Number of concurrent requests. */
  parallel: number;
  /**
   * Milliseconds between the end of a request and the next one of the same worker. Without pauses, the load
   * would leave no processor time for tests that run concurrently.
   */
  pauseMs: number;
}

interface LoadWorker {
  fleet: Fleet;
  collector: Collector;
  picture: Blob;
  report: LoadReport;
  /** Names of this worker's items, by id. */
  owned: Map<number, string>;
  turn: number;
}

/** Timeout of a request. */
const PATIENCE_MS = 30_000;

/**
 * Actions of a worker, in order; most are reads, as with real users. Each resolves to the response body, or
 * to undefined after a failure, which is recorded.
 */
const ACTIONS: ReadonlyArray<(worker: LoadWorker) => Promise<unknown>> = [
  (worker) => requestCatalogue(worker, '/api/kits?page=2&page_size=20'),
  (worker) => requestCatalogue(worker, '/api/kits/search?keyword=celtic%20home'),
  createItem,
  (worker) => requestCatalogue(worker, '/api/clubs/search?keyword=bayren'),
  (worker) => requestCollection(worker, '/api/items/?page_size=20'),
  (worker) => requestCollection(worker, '/archive/clubs/search/?keyword=betis'),
  patchItem,
  (worker) => requestCatalogue(worker, `/api/kits/${1 + (worker.turn % 50)}`),
  (worker) => requestCollection(worker, '/api/collections/me/'),
  (worker) => requestCollection(worker, `/archive/kits/${1 + (worker.turn % 50)}/`),
  uploadPhoto,
  (worker) => requestCatalogue(worker, '/api/random-kits/'),
  (worker) => requestCollection(worker, '/archive/filters/?filter_type=brand'),
  deleteItem,
];

/** Sends requests to both services of a fleet through nginx, from several concurrent clients. */
export async function startLoad(
  fleet: Fleet,
  collectors: readonly Collector[],
  { parallel, pauseMs }: LoadOptions,
): Promise<Load> {
  const picture = new Blob([new Uint8Array(await takePicture())]);
  const report: LoadReport = { requests: 0, counts: {}, failures: [], items: [], photos: [] };
  const stopped = new AbortController();

  async function work(index: number): Promise<void> {
    const collector = collectors[index % collectors.length];
    if (!collector) throw new Error('a load needs a collector');
    const worker: LoadWorker = { fleet, collector, picture, report, owned: new Map(), turn: index * 3 };
    while (!stopped.signal.aborted) {
      worker.turn += 1;
      await ACTIONS[worker.turn % ACTIONS.length]?.(worker);
      await delay(pauseMs, undefined, { signal: stopped.signal }).catch(() => undefined);
    }
    report.items.push(...worker.owned.values());
  }

  const workers = Array.from({ length: parallel }, (_, index) => work(index));
  return {
    report: () => report,
    stop: async () => {
      stopped.abort();
      await Promise.all(workers);
      return report;
    },
  };
}

async function createItem(worker: LoadWorker): Promise<void> {
  const name = `shirt ${crypto.randomUUID()}`;
  const body = { item_type: 'jersey', name, brand: 1, club: 1 + (worker.turn % 40), size: 4, tags: ['load'] };
  const item = await requestCollection<{ id: number }>(worker, '/api/items/', 'POST', body);
  if (item) worker.owned.set(item.id, name);
}

async function patchItem(worker: LoadWorker): Promise<void> {
  const [id] = worker.owned.keys();
  if (id !== undefined)
    await requestCollection(worker, `/api/items/${id}/`, 'PATCH', { condition: 1 + (worker.turn % 10) });
}

async function deleteItem(worker: LoadWorker): Promise<void> {
  const [id] = worker.owned.keys();
  if (id === undefined || worker.owned.size < 3) return;
  const deleted = await requestCollection(worker, `/api/items/${id}/`, 'DELETE');
  if (deleted !== undefined) worker.owned.delete(id);
}

async function uploadPhoto(worker: LoadWorker): Promise<void> {
  const id = [...worker.owned.keys()].at(-1);
  if (id === undefined) return;
  const form = new FormData();
  form.set('content_type', '1');
  form.set('object_id', String(id));
  form.set('image', worker.picture, 'shirt.jpg');
  const photo = await requestCollection<{ id: number }>(worker, '/api/photos/', 'POST', form);
  if (photo) worker.report.photos.push(photo.id);
}

function requestCatalogue(worker: LoadWorker, path: string): Promise<unknown> {
  return send(worker, `${worker.fleet.nginx.urls.catalogue}${path}`, { method: 'GET' });
}

function requestCollection<T = unknown>(
  worker: LoadWorker,
  path: string,
  method = 'GET',
  body?: FormData | object,
): Promise<T | undefined> {
  const headers: Record<string, string> = { authorization: `Token ${worker.collector.token}` };
  const init: RequestInit = { method, headers };
  if (body instanceof FormData) init.body = body;
  else if (body) {
    headers['content-type'] = 'application/json';
    init.body = JSON.stringify(body);
  }
  return send<T>(worker, `${worker.fleet.nginx.urls.collection}${path}`, init);
}

async function send<T>({ report }: LoadWorker, url: string, init: RequestInit): Promise<T | undefined> {
  const action = `${init.method} ${new URL(url).pathname.replaceAll(/\d+/g, 'N')}`;
  report.requests += 1;
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(PATIENCE_MS) });
    const text = await response.text();
    const key = `${response.status} ${action}`;
    report.counts[key] = (report.counts[key] ?? 0) + 1;
    if (response.ok) return (text === '' ? null : JSON.parse(text)) as T;
    report.failures.push(`${key}: ${text.slice(0, 200)}`);
  } catch (error) {
    report.failures.push(`${action}: ${inspect(error)}`);
  }
  return undefined;
}

/** A JPEG small enough that encoding its AVIF takes little processor time. */
export async function takePicture(): Promise<Buffer> {
  const pixels = { width: 160, height: 120, channels: 3, background: '#1d6f42' } as const;
  return sharp({ create: pixels }).jpeg().toBuffer();
}

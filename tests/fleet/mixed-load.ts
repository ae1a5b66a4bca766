import { setTimeout as delay } from 'node:timers/promises';
import { inspect } from 'node:util';
import sharp from 'sharp';
import type { Collector, Fleet } from './open-fleet.ts';

/** What a load has seen. */
export interface LoadReport {
  requests: number;
  /** By status and action. */
  counts: Record<string, number>;
  /** What was no success: the action, and the status with its body, or the error. */
  failures: string[];
  /** The names of the items that were made and not deleted. */
  items: string[];
  /** The ids of the photos that were uploaded and not deleted. */
  photos: number[];
}

/** Requests that go on until they are told to stop. */
export interface Load {
  report(): LoadReport;
  /** Lets the requests under way come to an end. */
  stop(): Promise<LoadReport>;
}

/** How much is asked. */
export interface LoadOptions {
  /** Requests under way at once. */
  parallel: number;
  /**
   * Milliseconds between the end of a request and the next of the same asker. Without pauses, the load would
   * take the processors from the tests that run beside it.
   */
  pauseMs: number;
}

interface Asker {
  fleet: Fleet;
  collector: Collector;
  picture: Blob;
  report: LoadReport;
  /** Items of this asker by id. */
  owned: Map<number, string>;
  turn: number;
}

/** What a client waits for at most. */
const PATIENCE_MS = 30_000;

/**
 * What askers do, one after another: most of it reads, as with real users. Each answers the body of what it
 * asked, or undefined after a failure, which is noted.
 */
const ACTIONS: ReadonlyArray<(asker: Asker) => Promise<unknown>> = [
  (asker) => askCatalogue(asker, '/api/kits?page=2&page_size=20'),
  (asker) => askCatalogue(asker, '/api/kits/search?keyword=celtic%20home'),
  createItem,
  (asker) => askCatalogue(asker, '/api/clubs/search?keyword=bayren'),
  (asker) => askCollection(asker, '/api/items/?page_size=20'),
  (asker) => askCollection(asker, '/archive/clubs/search/?keyword=betis'),
  patchItem,
  (asker) => askCatalogue(asker, `/api/kits/${1 + (asker.turn % 50)}`),
  (asker) => askCollection(asker, '/api/collections/me/'),
  (asker) => askCollection(asker, `/archive/kits/${1 + (asker.turn % 50)}/`),
  uploadPhoto,
  (asker) => askCatalogue(asker, '/api/random-kits/'),
  (asker) => askCollection(asker, '/archive/filters/?filter_type=brand'),
  deleteItem,
];

/** Asks both services of a fleet through nginx, as several clients do at once. */
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
    const asker: Asker = { fleet, collector, picture, report, owned: new Map(), turn: index * 3 };
    while (!stopped.signal.aborted) {
      asker.turn += 1;
      await ACTIONS[asker.turn % ACTIONS.length]?.(asker);
      await delay(pauseMs, undefined, { signal: stopped.signal }).catch(() => undefined);
    }
    report.items.push(...asker.owned.values());
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

async function createItem(asker: Asker): Promise<void> {
  const name = `shirt ${crypto.randomUUID()}`;
  const body = { item_type: 'jersey', name, brand: 1, club: 1 + (asker.turn % 40), size: 4, tags: ['load'] };
  const item = await askCollection<{ id: number }>(asker, '/api/items/', 'POST', body);
  if (item) asker.owned.set(item.id, name);
}

async function patchItem(asker: Asker): Promise<void> {
  const [id] = asker.owned.keys();
  if (id !== undefined)
    await askCollection(asker, `/api/items/${id}/`, 'PATCH', { condition: 1 + (asker.turn % 10) });
}

async function deleteItem(asker: Asker): Promise<void> {
  const [id] = asker.owned.keys();
  if (id === undefined || asker.owned.size < 3) return;
  const isGone = await askCollection(asker, `/api/items/${id}/`, 'DELETE');
  if (isGone !== undefined) asker.owned.delete(id);
}

async function uploadPhoto(asker: Asker): Promise<void> {
  const id = [...asker.owned.keys()].at(-1);
  if (id === undefined) return;
  const form = new FormData();
  form.set('content_type', '1');
  form.set('object_id', String(id));
  form.set('image', asker.picture, 'shirt.jpg');
  const photo = await askCollection<{ id: number }>(asker, '/api/photos/', 'POST', form);
  if (photo) asker.report.photos.push(photo.id);
}

function askCatalogue(asker: Asker, path: string): Promise<unknown> {
  return ask(asker, `${asker.fleet.nginx.urls.catalogue}${path}`, { method: 'GET' });
}

function askCollection<T = unknown>(
  asker: Asker,
  path: string,
  method = 'GET',
  body?: FormData | object,
): Promise<T | undefined> {
  const headers: Record<string, string> = { authorization: `Token ${asker.collector.token}` };
  const init: RequestInit = { method, headers };
  if (body instanceof FormData) init.body = body;
  else if (body) {
    headers['content-type'] = 'application/json';
    init.body = JSON.stringify(body);
  }
  return ask<T>(asker, `${asker.fleet.nginx.urls.collection}${path}`, init);
}

async function ask<T>({ report }: Asker, url: string, init: RequestInit): Promise<T | undefined> {
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

/** Small, so that its AVIF takes a moment of a core. */
/** A small JPEG. */
export async function takePicture(): Promise<Buffer> {
  const pixels = { width: 160, height: 120, channels: 3, background: '#1d6f42' } as const;
  return sharp({ create: pixels }).jpeg().toBuffer();
}

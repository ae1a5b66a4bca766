import { setTimeout as delay } from 'node:timers/promises';

/** A response or an error that the load received. */
export interface Observation {
  request: string;
  /** When the request was sent, in milliseconds (`performance.now()`). */
  at: number;
  ms: number;
  /** 0 for an error. */
  status: number;
  retryAfter: string | null;
  body: string;
}

/** A write of an item's name: what was sent, and whether it was acknowledged. */
interface Write {
  name: string;
  isAcknowledged: boolean;
}

/** Writers and readers that run until they are stopped, with a ledger of the writes. */
export interface FailoverLoad {
  observations: readonly Observation[];
  /** Writes in order, by id of the item. Contains items whose creation was acknowledged. */
  ledger: ReadonlyMap<number, readonly Write[]>;
  /** Responses other than success and a 503 that names a time to retry. */
  listViolations(): Observation[];
  /** Unsuccessful responses to requests that were sent after this time. */
  listFailuresAfter(at: number): Observation[];
  /** Resolves after this many further successes. */
  untilSuccesses(count: number): Promise<void>;
  stop(): Promise<void>;
}

const UNAVAILABLE = '{"detail":"The service is temporarily unavailable. Please try again later."}';
const WRITERS = 3;
const READERS = 3;
const PAUSE_MS = 40;
const PATIENCE_MS = 60_000;

/**
 * Starts writers and readers of a collection, distributed over the service's processes, and a catalogue
 * reader.
 */
export function startFailoverLoad(options: {
  collections: readonly string[];
  catalogue: string;
  token: string;
  catalogueKey: string;
}): FailoverLoad {
  const { collections, catalogue, token, catalogueKey } = options;
  const observations: Observation[] = [];
  const ledger = new Map<number, Write[]>();
  const stopped = new AbortController();
  const headers = { Authorization: `Token ${token}`, 'Content-Type': 'application/json' };
  let turn = 0;
  const nextCollection = () => collections[(turn += 1) % collections.length] ?? '';

  async function send(method: string, url: string, init: RequestInit): Promise<Observation> {
    const at = performance.now();
    const outcome = await fetch(url, { method, ...init }).then(
      async (response) => ({
        status: response.status,
        retryAfter: response.headers.get('Retry-After'),
        body: await response.text(),
      }),
      (error: unknown) => ({ status: 0, retryAfter: null, body: String(error) }),
    );
    const request = `${method} ${new URL(url).pathname}`;
    const observation = { request, at, ms: performance.now() - at, ...outcome };
    observations.push(observation);
    return observation;
  }

  const sendItem = (method: string, path: string, body?: object) =>
    send(method, `${nextCollection()}${path}`, { headers, ...(body && { body: JSON.stringify(body) }) });

  async function write(writer: number, round: number): Promise<void> {
    const name = `written ${writer}-${round}`;
    const created = await sendItem('POST', '/api/items/', { item_type: 'pants', is_draft: true, name });
    if (created.status !== 201) return;
    const { id }: { id: number } = JSON.parse(created.body);
    const writes = [{ name, isAcknowledged: true }];
    ledger.set(id, writes);
    const change = { name: `${name} changed`, isAcknowledged: false };
    writes.push(change);
    const changed = await sendItem('PATCH', `/api/items/${id}/`, { name: change.name });
    change.isAcknowledged = changed.status === 200;
  }

  async function read(): Promise<void> {
    const ids = [...ledger.keys()];
    const id = ids[Math.floor(Math.random() * ids.length)];
    await sendItem('GET', id === undefined ? '/api/items/' : `/api/items/${id}/`);
  }

  const readCatalogue = () =>
    send('GET', `${catalogue}/api/changes?after=0`, { headers: { 'X-API-Key': catalogueKey } });

  async function repeat(action: (round: number) => Promise<unknown>): Promise<void> {
    for (let round = 0; !stopped.signal.aborted; round += 1) {
      await action(round);
      await delay(PAUSE_MS);
    }
  }

  const running = [
    ...Array.from({ length: WRITERS }, (_, writer) => repeat((round) => write(writer, round))),
    ...Array.from({ length: READERS }, () => repeat(read)),
    repeat(readCatalogue),
  ];
  return {
    observations,
    ledger,
    listViolations: () => observations.filter((seen) => !isSuccess(seen) && !isUnavailable(seen)),
    listFailuresAfter: (moment) => observations.filter((seen) => seen.at > moment && !isSuccess(seen)),
    untilSuccesses: async (count) => {
      const start = observations.length;
      for (const until = performance.now() + PATIENCE_MS; performance.now() < until; await delay(20)) {
        if (observations.slice(start).filter(isSuccess).length >= count) return;
      }
      throw new Error(`no ${count} successes: ${JSON.stringify(observations.slice(-5))}`);
    },
    stop: async () => {
      stopped.abort();
      await Promise.all(running);
    },
  };
}

/**
 * Lists the items whose stored name the ledger does not allow: it is missing, or older than an acknowledged
 * write.
 */
export function compareWithLedger(
  ledger: FailoverLoad['ledger'],
  stored: ReadonlyMap<number, string>,
): string[] {
  return [...ledger].flatMap(([id, writes]) => {
    const lastAcknowledged = writes.findLastIndex(({ isAcknowledged }) => isAcknowledged);
    const allowed = writes.slice(lastAcknowledged).map(({ name }) => name);
    const name = stored.get(id);
    return name !== undefined && allowed.includes(name)
      ? []
      : [`${id} is ${name}, not ${allowed.join(' or ')}`];
  });
}

function isSuccess({ status }: Observation): boolean {
  return status >= 200 && status < 300;
}

function isUnavailable({ status, retryAfter, body }: Observation): boolean {
  return status === 503 && Number(retryAfter) > 0 && body === UNAVAILABLE;
}

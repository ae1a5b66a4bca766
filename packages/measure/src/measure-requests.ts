import { listCatalogueRequests, sampleKits } from './catalogue/catalogue-requests.ts';
import { catalogueEnv } from './catalogue/fill-catalogue.ts';
import { listCollectionRequests, startCollection } from './collection-requests.ts';
import { describeFloor, tableHeader, toLine } from './figures.ts';
import { startGenerator } from './load/generator.ts';
import {
  measureInTurns,
  startFloors,
  type MeasuredRound,
  type RequestKind,
  type Target,
  type Turns,
} from './load/measure-in-turns.ts';
import type { MeasuredService, MeasuredStack } from './measured-stack.ts';

/** What to measure, and how long. */
export interface MeasureOptions extends Turns {
  databaseUrl: string;
  /** Whether a kind of request is to be measured. */
  wants: (title: string) => boolean;
  say: (line: string) => void;
}

/** Measures a kind of request and prints its lines of the table. */
type Measure = (kind: RequestKind, service: Target, redis?: Target) => Promise<void>;

/**
 * Prints a table of the kinds of request to both services. Each is measured in turns with the floors, and
 * with a plain service if that has the endpoint; the catalogue's hot ones also with a service that shares its
 * cache in Redis, if installed.
 */
export async function measureRequests(stack: MeasuredStack, options: MeasureOptions): Promise<void> {
  const { databaseUrl, say } = options;
  const generator = startGenerator();
  const { stop, plain, ...floors } = await startFloors(databaseUrl);
  const rounds: Record<'A' | 'C', MeasuredRound[]> = { A: [], C: [] };
  const measure: Measure = async (kind, service, redis) => {
    const targets = {
      ...floors,
      service,
      redis,
      plain: (await hasEndpoint(plain, kind)) ? plain : undefined,
    };
    const measured = await measureInTurns(generator, targets, kind, options);
    rounds.A.push(...measured.A.loaded);
    rounds.C.push(...measured.C.loaded);
    say(toLine(kind.title, measured));
    if (measured.redis) say(toLine(`${kind.title}, Redis`, { ...measured, service: measured.redis }));
  };
  try {
    const catalogue = await stack.start('catalogue', catalogueEnv(databaseUrl));
    await catalogue.waitFor();
    say(tableHeader());
    await measureCatalogue(stack, catalogue, options, measure);
    await measureCollection(stack, catalogue, options, measure);
    for (const name of ['A', 'C'] as const) say(describeFloor(name, rounds[name]));
  } finally {
    stop();
    generator.stop();
  }
}

async function measureCatalogue(
  stack: MeasuredStack,
  catalogue: MeasuredService,
  { databaseUrl, wants }: MeasureOptions,
  measure: Measure,
): Promise<void> {
  const env = catalogueEnv(databaseUrl);
  const withRedis = stack.redis && (await stack.start('catalogue', { ...env, REDIS_URL: stack.redis.url }));
  await withRedis?.waitFor();
  const kinds = listCatalogueRequests(await sampleKits(catalogue.url));
  for (const kind of kinds.filter(({ title }) => wants(title))) {
    await measure(kind, catalogue, kind.isCold ? undefined : withRedis);
  }
  await withRedis?.stop();
}

async function measureCollection(
  stack: MeasuredStack,
  catalogue: MeasuredService,
  { wants, say }: MeasureOptions,
  measure: Measure,
): Promise<void> {
  const isWanted = ({ title }: RequestKind) => wants(title);
  if (!listCollectionRequests('').some(isWanted)) return;
  const { service, token } = await startCollection(stack, catalogue.url, say);
  for (const kind of listCollectionRequests(token).filter(isWanted)) await measure(kind, service);
}

/** Whether the plain service has the endpoint of a kind of request. */
async function hasEndpoint({ port }: Target, { requests: [request], status }: RequestKind): Promise<boolean> {
  const response = await fetch(`http://127.0.0.1:${port}${request?.path ?? '/'}`);
  await response.arrayBuffer();
  return response.status === status;
}

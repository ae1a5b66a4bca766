import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { HOST } from '../load/ask-in-rounds.ts';
import { startFloors } from '../load/floors.ts';
import { toFigures, toFloorFigures, type Figures, type FloorFigures } from '../load/figures.ts';
import { startGenerator } from '../load/generator.ts';
import { measureKind, type Measured, type Target, type Turns } from '../load/measure-kind.ts';
import type { MeasuredService, MeasuredStack } from '../measured-stack.ts';
import { cpuOf, threadsCpuOf } from '../process-usage.ts';
import { catalogueEnv } from './fill-catalogue.ts';
import { listKinds, type Kind } from './kinds.ts';
import { untilIndexed } from './measure-start.ts';
import { sampleKits } from './sample-kits.ts';

/** What to ask, and how long. */
export interface QuestionOptions extends Turns {
  databaseUrl: string;
  /** Whether a kind of question is to be measured. */
  wants: (title: string) => boolean;
  onFigures: (figures: Figures) => void;
}

const FLOORS = ['A', 'B', 'C'];

/**
 * Measures the kinds of question one after the other, each in turns with the floors, and with a plain service if that
 * answers it; the hot ones also with a service that shares its cache in Redis, if there is one.
 */
export async function measureQuestions(
  stack: MeasuredStack,
  options: QuestionOptions,
): Promise<{ questions: Figures[]; floors: FloorFigures[] }> {
  const env = catalogueEnv(options.databaseUrl);
  const service = await stack.start('catalogue', 'serve', env, { discardsLog: true });
  const withRedis =
    stack.redis &&
    (await stack.start('catalogue', 'serve', { ...env, REDIS_URL: stack.redis.url }, { discardsLog: true }));
  const generator = startGenerator();
  const floors = await startFloors(FLOORS);
  const plain = await startFloors(['plain'], options.databaseUrl);
  const figures: Figures[] = [];
  const floorRounds: Measured[] = [];
  try {
    for (const each of [service, withRedis]) if (each) await untilIndexed(each.url);
    const etag = await findEtag(service.url);
    const kinds = listKinds(await sampleKits(service.url), etag).filter(({ title }) => options.wants(title));
    for (const kind of kinds) {
      const services = [service, ...(withRedis && !kind.isCold ? [withRedis] : [])];
      const targets = [...floors.targets, ...services.map((each) => toTarget(each, stack))];
      for (const target of plain.targets) if (await answers(target, kind)) targets.push(target);
      const measured = await measureKind(generator, targets, kind, options);
      floorRounds.push(...measured.slice(0, FLOORS.length));
      for (const one of compareServices(kind, measured, services.length)) {
        figures.push(one);
        options.onFigures(one);
      }
    }
  } finally {
    floors.stop();
    plain.stop();
    generator.stop();
    await Promise.all([service.stop(), withRedis?.stop()]);
  }
  const ofFloor = (at: number) => floorRounds.filter((_, index) => index % FLOORS.length === at);
  return { questions: figures, floors: FLOORS.map((name, at) => toFloorFigures(name, ofFloor(at))) };
}

function compareServices({ title }: Kind, measured: readonly Measured[], count: number): Figures[] {
  const [a, , c, ...rest] = measured;
  if (!a || !c) throw new Error('the floors were not measured');
  const [services, [plain]] = [rest.slice(0, count), rest.slice(count)];
  return services.map((service, at) =>
    toFigures(at === 0 ? title : `${title}, Redis`, { a, c, service, plain }),
  );
}

/** Whether the plain service answers a kind of question. */
async function answers({ port }: Target, { questions: [question], status }: Kind): Promise<boolean> {
  if (!question) return false;
  const response = await fetch(`http://127.0.0.1:${port}${question.path}`);
  await response.arrayBuffer();
  return response.status === status;
}

/** A service, whose CPU time is that of all processes that it makes work. */
export function toTarget({ port, pid }: MeasuredService, { postgres, redis }: MeasuredStack): Target {
  return {
    port,
    isFloor: false,
    cpu: {
      service: () => threadsCpuOf(pid),
      postgres: () => cpuOf(postgres.pid),
      ...(redis ? { redis: () => cpuOf(redis.pid) } : {}),
    },
  };
}

/** The entity tag that the first list has for the load generator's host. */
async function findEtag(url: string): Promise<string> {
  const request = get(`${url}/api/kits?page_size=20`, { headers: { Host: HOST } });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.resume();
  return response.headers.etag ?? '';
}

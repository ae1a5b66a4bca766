import { startFloors } from '../load/floors.ts';
import { toFigures, type Figures } from '../load/figures.ts';
import { startGenerator } from '../load/generator.ts';
import { measureKind, type Measured, type Target, type Turns } from '../load/measure-kind.ts';
import type { MeasuredService, MeasuredStack } from '../measured-stack.ts';
import { cpuOf } from '../process-usage.ts';
import { listKinds } from './kinds.ts';
import { sampleKits } from './sample-kits.ts';

/** What to ask, and how long. */
export interface QuestionOptions extends Turns {
  databaseUrl: string;
  /** Whether a kind of question is to be measured. */
  wants: (title: string) => boolean;
  onFigures: (figures: Figures) => void;
}

const FLOORS = ['A', 'B', 'C'];
/** No client reaches its limit, and no job takes CPU time. */
const UNLIMITED = { RATE_LIMIT_REQUESTS: '1000000000', WORKER: 'false' };

/** The environment of a measured catalogue. */
export function catalogueEnv(databaseUrl: string): Record<string, string> {
  return { DATABASE_URL: databaseUrl, ...UNLIMITED };
}

/** Measures the kinds of question one after the other, each in turns with the floors. */
export async function measureQuestions(stack: MeasuredStack, options: QuestionOptions): Promise<Figures[]> {
  const service = await stack.start('catalogue', 'serve', catalogueEnv(options.databaseUrl), {
    discardsLog: true,
  });
  const generator = startGenerator();
  const floors = await startFloors(FLOORS);
  try {
    const targets = [...floors.targets, toTarget(service, stack)];
    const sample = await sampleKits(service.url);
    const kinds = listKinds(sample, await findEtag(service.url)).filter(({ title }) => options.wants(title));
    const figures: Figures[] = [];
    for (const kind of kinds) {
      const [a, , c, measured] = await measureKind(generator, targets, kind, options);
      const one = toFigures(kind.title, { a, c, service: measured } as Record<
        'a' | 'c' | 'service',
        Measured
      >);
      figures.push(one);
      options.onFigures(one);
    }
    return figures;
  } finally {
    floors.stop();
    generator.stop();
    await service.stop();
  }
}

function toTarget({ port, pid }: MeasuredService, { postgres }: MeasuredStack): Target {
  const cpu = { service: () => cpuOf(pid), postgres: () => cpuOf(postgres.pid) };
  return { name: 'service', port, cpu, isFloor: false };
}

async function findEtag(url: string): Promise<string> {
  const { headers } = await fetch(`${url}/api/kits?page_size=20`);
  return headers.get('etag') ?? '';
}

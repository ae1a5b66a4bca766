import { readFile, writeFile } from 'node:fs/promises';
import { catalogueEnv, fillCatalogue } from './catalogue/fill-catalogue.ts';
import { listKinds, type Kind } from './catalogue/kinds.ts';
import { toTarget } from './catalogue/measure-questions.ts';
import { sampleKits } from './catalogue/sample-kits.ts';
import type { Question } from './load/ask-in-rounds.ts';
import { startFloors } from './load/floors.ts';
import { startGenerator } from './load/generator.ts';
import { measureKind, type Measured } from './load/measure-kind.ts';
import type { MeasuredStack } from './measured-stack.ts';

/** How many requests of a kind the service answers with the CPU time of one of floor C's, by title. */
export type Ratios = Record<string, number>;

const BASELINE = new URL('../ratios.json', import.meta.url);
const KITS = 3000;
const SAMPLE = 300;
/** Until floor and service run compiled code. */
const WARM_UP = { questions: [{ path: '/api/kits' }], from: 0, status: 200, connections: 8, seconds: 1 };
const TURNS = { rounds: 6, seconds: 0, connections: 8, asksAllOnce: true };
/** The kinds of question with the number of questions in a round: always the same ones, whatever the machine does. */
const KINDS = new Map([
  ['kit list, hot', 3000],
  ['bulk of 30, hot', 3000],
  ['kit by id, cold', 250],
  ['filters: country, colour, year, cold', 200],
  ['kit search: club and year, cold', 60],
]);

/**
 * Compares a few kinds of question with floor C in a small catalogue by the CPU time of the least disturbed of several
 * rounds in turns: other work on the machine only adds to it. On a busy machine such ratios scatter by a tenth, medians
 * by half.
 */
export async function measureRatios(stack: MeasuredStack): Promise<Ratios> {
  const { databaseUrl } = await fillCatalogue(stack, KITS);
  const service = await stack.start('catalogue', 'serve', catalogueEnv(databaseUrl), { discardsLog: true });
  const generator = startGenerator();
  const floors = await startFloors(['C']);
  try {
    const targets = [...floors.targets, toTarget(service, stack)];
    const kinds = listKinds(await sampleKits(service.url, SAMPLE), '');
    for (const { port } of targets) await generator.run({ ...WARM_UP, port });
    const ratios: Ratios = {};
    for (const kind of kinds.filter(({ title }) => KINDS.has(title))) {
      const asked = { ...kind, questions: repeat(kind) };
      const [floor, measured] = await measureKind(generator, targets, asked, TURNS);
      ratios[kind.title] = leastCostOf(floor) / leastCostOf(measured);
    }
    return ratios;
  } finally {
    floors.stop();
    generator.stop();
    await service.stop();
  }
}

/** The ratios to compare with. */
export async function readBaseline(): Promise<Ratios> {
  return JSON.parse(await readFile(BASELINE, 'utf8')) as Ratios;
}

/** Measures the ratios to compare with from now on. */
export async function writeBaseline(stack: MeasuredStack, say: (line: string) => void): Promise<void> {
  const ratios = await measureRatios(stack);
  const rounded = Object.entries(ratios).map(([title, ratio]) => [title, Number(ratio.toPrecision(3))]);
  const text = `${JSON.stringify(Object.fromEntries(rounded), null, 2)}\n`;
  await writeFile(BASELINE, text);
  say(text);
}

/** As many questions as a round has. */
function repeat({ title, questions }: Kind): Question[] {
  return Array.from({ length: KINDS.get(title) ?? 0 }, (_, at) => questions[at % questions.length]).flatMap(
    (question) => question ?? [],
  );
}

/** The CPU time of a request, of all processes together, in the round that was disturbed least. */
function leastCostOf(measured: Measured | undefined): number {
  const costs = (measured?.loaded ?? []).map(({ cpu }) =>
    Object.values(cpu).reduce((sum, each) => sum + each, 0),
  );
  return Math.min(...costs);
}

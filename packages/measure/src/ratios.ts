import { readFile, writeFile } from 'node:fs/promises';
import { catalogueEnv } from './catalogue/catalogue-env.ts';
import { fillCatalogue } from './catalogue/fill-catalogue.ts';
import { listKinds } from './catalogue/kinds.ts';
import { toTarget } from './catalogue/measure-questions.ts';
import { sampleKits } from './catalogue/sample-kits.ts';
import { median } from './load/figures.ts';
import { startFloors } from './load/floors.ts';
import { startGenerator } from './load/generator.ts';
import { measureKind } from './load/measure-kind.ts';
import type { MeasuredStack } from './measured-stack.ts';

/** How many requests of a kind the service answers with the CPU time of one of floor C's, by title. */
export type Ratios = Record<string, number>;

const BASELINE = new URL('../ratios.json', import.meta.url);
const KITS = 5000;
const TURNS = { rounds: 7, seconds: 0.3, connections: 8 };
const KINDS = [
  'kit list, hot',
  'bulk of 30, hot',
  'kit by id, cold',
  'filters: country, colour, year, cold',
  'kit search: club and year, cold',
];

/**
 * Compares a few kinds of question with floor C in a small catalogue. CPU time, the median of rounds in turns: other
 * work on the machine slows both, and makes neither do more.
 */
export async function measureRatios(stack: MeasuredStack): Promise<Ratios> {
  const { databaseUrl } = await fillCatalogue(stack, KITS);
  const service = await stack.start('catalogue', 'serve', catalogueEnv(databaseUrl), { discardsLog: true });
  const generator = startGenerator();
  const floors = await startFloors(['C']);
  try {
    const targets = [...floors.targets, toTarget(service, stack)];
    const kinds = listKinds(await sampleKits(service.url, 500), '').filter(({ title }) =>
      KINDS.includes(title),
    );
    const ratios: Ratios = {};
    for (const kind of kinds) {
      const [floor, measured] = await measureKind(generator, targets, kind, TURNS);
      const costs = [floor, measured].map((each) =>
        (each?.loaded ?? []).map(({ cpu }) => sumOf(Object.values(cpu))),
      );
      ratios[kind.title] = median((costs[0] ?? []).map((cost, at) => cost / (costs[1]?.[at] ?? 0)));
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

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

import { readFile, writeFile } from 'node:fs/promises';
import { listCatalogueRequests, sampleKits } from './catalogue/catalogue-requests.ts';
import { catalogueEnv, fillCatalogue } from './catalogue/fill-catalogue.ts';
import { startGenerator, type LoadRequest } from './load/generator.ts';
import { measureInTurns, startFloors, type Measured, type RequestKind } from './load/measure-in-turns.ts';
import type { MeasuredStack } from './measured-stack.ts';

/** How many requests of a kind the service handles in the CPU time of one of floor C's, by title. */
export type Ratios = Record<string, number>;

const BASELINE = new URL('../ratios.json', import.meta.url);
const KITS = 3000;
const SAMPLE = 300;
/** Until floor and service run compiled code. */
const WARM_UP = { requests: [{ path: '/api/kits' }], from: 0, status: 200, connections: 8, seconds: 1 };
const TURNS = { rounds: 6, seconds: 0, connections: 8, sendsAllOnce: true };
/**
 * The kinds of request with the number of requests in a round: always the same ones, whatever the machine
 * does.
 */
const KINDS = new Map([
  ['kit list, hot', 3000],
  ['bulk of 30, hot', 3000],
  ['kit by id, cold', 250],
  ['filters: country, colour, year, cold', 200],
  ['kit search: club and year, cold', 60],
]);

/**
 * Compares a few kinds of request with floor C in a small catalogue by the CPU time of the least disturbed of
 * several rounds in turns: other work on the machine only adds to it. On a busy machine such ratios scatter
 * by a tenth, medians by half.
 */
export async function measureRatios(stack: MeasuredStack): Promise<Ratios> {
  const { databaseUrl } = await fillCatalogue(stack, KITS);
  const service = await stack.start('catalogue', catalogueEnv(databaseUrl));
  const generator = startGenerator();
  const floors = await startFloors(databaseUrl);
  try {
    await service.waitFor();
    const targets = { floor: floors.C, service };
    const kinds = listCatalogueRequests(await sampleKits(service.url, SAMPLE));
    for (const { port } of Object.values(targets)) await generator.run({ ...WARM_UP, port });
    const ratios: Ratios = {};
    for (const kind of kinds.filter(({ title }) => KINDS.has(title))) {
      const repeated = { ...kind, requests: repeat(kind) };
      const measured = await measureInTurns(generator, targets, repeated, TURNS);
      ratios[kind.title] = leastCostOf(measured.floor) / leastCostOf(measured.service);
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

/** Replaces the ratios to compare with. */
export async function writeBaseline(stack: MeasuredStack, say: (line: string) => void): Promise<void> {
  const ratios = await measureRatios(stack);
  const rounded = Object.entries(ratios).map(([title, ratio]) => [title, Number(ratio.toPrecision(3))]);
  const text = `${JSON.stringify(Object.fromEntries(rounded), null, 2)}\n`;
  await writeFile(BASELINE, text);
  say(text);
}

/** The requests of a round. */
function repeat({ title, requests }: RequestKind): LoadRequest[] {
  const count = KINDS.get(title) ?? 0;
  return Array.from({ length: Math.ceil(count / requests.length) }, () => requests)
    .flat()
    .slice(0, count);
}

/** The CPU time of a request, of all processes together, in the round that was disturbed least. */
function leastCostOf({ loaded }: Measured): number {
  return Math.min(...loaded.map(({ cpu }) => Object.values(cpu).reduce((sum, each) => sum + each, 0)));
}

// `node packages/measure/src/measure.ts`: the speed of the services on this machine, compared with plain
// servers that run beside them. The README of this package explains how to read it. Linux only.
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { messageOf } from '@kitroom/devstack/devstack-error';
import { fillCatalogue } from './catalogue/fill-catalogue.ts';
import { measureStart } from './catalogue/measure-start.ts';
import { measureRequests } from './measure-requests.ts';
import { startMeasuredStack, type MeasuredStack } from './measured-stack.ts';
import { writeBaseline } from './ratios.ts';

const USAGE = `usage: measure.ts [options]
  --kits <number>         kits in the catalogue that is generated (250000)
  --only <pattern>        parts to measure: start, or kinds of request, such as "kit search|hot|collection"
  --keep <folder>         a folder for PostgreSQL to keep and use again; imports only if it has no kits
  --rounds <number>       rounds of each kind of request (5)
  --seconds <number>      seconds of a round (1)
  --connections <number>  connections under load (32)
  --baseline              writes the ratios that the slow test compares with, and ends
`;

const { values: options } = readOptions();
const say = (line: string) => void process.stdout.write(`${line}\n`);
const wants = (title: string) => new RegExp(options.only, 'i').test(title);

const stack = await startMeasuredStack(options.keep);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void stack.stop().finally(() => process.exit(1)));
}
try {
  await (options.baseline ? writeBaseline(stack, say) : measureAll(stack));
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exitCode = 1;
} finally {
  await stack.stop();
}

async function measureAll(on: MeasuredStack): Promise<void> {
  const { databaseUrl, kits, imported } = await fillCatalogue(on, Number(options.kits));
  say(`${kits} kits, Node.js ${process.version}, ${availableParallelism()} cores`);
  if (imported) say(imported);
  if (wants('start')) say(await measureStart(on, databaseUrl));
  await measureRequests(on, {
    databaseUrl,
    wants,
    say,
    rounds: Number(options.rounds),
    seconds: Number(options.seconds),
    connections: Number(options.connections),
  });
}

function readOptions() {
  try {
    return parseArgs({
      options: {
        kits: { type: 'string', default: '250000' },
        only: { type: 'string', default: '' },
        keep: { type: 'string' },
        rounds: { type: 'string', default: '5' },
        seconds: { type: 'string', default: '1' },
        connections: { type: 'string', default: '32' },
        baseline: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\n${USAGE}`);
    process.exit(2);
  }
}

// `node packages/measure/src/measure.ts`: the speed of the services on this machine, compared with plain servers that
// run beside them. docs/scaling.md tells how to read it. Linux only.
import { writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { messageOf } from '@kitroom/devstack/devstack-error';
import { fillCatalogue } from './catalogue/fill-catalogue.ts';
import { measureCopy } from './catalogue/measure-copy.ts';
import { measureQuestions } from './catalogue/measure-questions.ts';
import { measureStart } from './catalogue/measure-start.ts';
import { measureCollection } from './measure-collection.ts';
import { startMeasuredStack, type MeasuredStack } from './measured-stack.ts';
import {
  describeCopy,
  describeFloor,
  describeImport,
  describeStart,
  tableHead,
  toLine,
} from './print-figures.ts';
import { writeBaseline } from './ratios.ts';

const USAGE = `usage: measure.ts [options]
  --kits <number>         kits in the catalogue that is generated (250000)
  --only <pattern>        parts to measure: import, start, collection, or kinds of question, such as "kit search|hot"
  --json <file>           also writes all figures to a file
  --keep <url or folder>  a database, or a folder for PostgreSQL, to use and to keep; imports only if it is empty
  --rounds <number>       rounds of each kind of question (5)
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
  if (imported) say(describeImport(imported));
  const copy = imported && wants('import') ? await measureCopy(on, databaseUrl) : undefined;
  if (copy && imported) say(describeCopy(copy, imported));
  const start = wants('start') ? await measureStart(on, databaseUrl) : undefined;
  if (start) say(describeStart(start));
  say(tableHead());
  const { questions, floors } = await measureQuestions(on, {
    databaseUrl,
    wants,
    rounds: Number(options.rounds),
    seconds: Number(options.seconds),
    connections: Number(options.connections),
    onFigures: (figures) => say(toLine(figures)),
  });
  if (questions.length > 0) floors.forEach((floor) => say(describeFloor(floor)));
  if (options.json) {
    const figures = { kits, import: imported, copy, start, floors, questions };
    await writeFile(options.json, `${JSON.stringify(figures, null, 2)}\n`);
  }
  if (wants('collection')) await measureCollection(on, databaseUrl, say);
}

function readOptions() {
  try {
    return parseArgs({
      options: {
        kits: { type: 'string', default: '250000' },
        only: { type: 'string', default: '' },
        json: { type: 'string' },
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

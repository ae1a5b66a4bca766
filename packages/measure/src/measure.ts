// `node packages/measure/src/measure.ts`: the speed of the services on this machine, compared with plain servers that
// run beside them. docs/scaling.md tells how to read it. Linux only.
import { writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { messageOf } from '@kitroom/devstack/devstack-error';
import { fillCatalogue } from './catalogue/fill-catalogue.ts';
import { measureQuestions } from './catalogue/measure-questions.ts';
import { measureCollection } from './measure-collection.ts';
import { startMeasuredStack } from './measured-stack.ts';
import { TABLE_HEAD, toLine } from './print-figures.ts';

const { values: options } = parseArgs({
  options: {
    kits: { type: 'string', default: '250000' },
    only: { type: 'string', default: '' },
    json: { type: 'string' },
    keep: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '1' },
    connections: { type: 'string', default: '32' },
  },
});
const say = (line: string) => void process.stdout.write(`${line}\n`);
const wants = (title: string) => new RegExp(options.only, 'i').test(title);

const stack = await startMeasuredStack(options.keep);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void stack.stop().finally(() => process.exit(1)));
}
try {
  const { databaseUrl, kits } = await fillCatalogue(stack, Number(options.kits));
  say(`${kits} kits, Node.js ${process.version}, ${availableParallelism()} cores`);
  say(TABLE_HEAD);
  const questions = await measureQuestions(stack, {
    databaseUrl,
    wants,
    rounds: Number(options.rounds),
    seconds: Number(options.seconds),
    connections: Number(options.connections),
    onFigures: (figures) => say(toLine(figures)),
  });
  if (wants('collection')) await measureCollection(stack, databaseUrl, say);
  if (options.json) await writeFile(options.json, `${JSON.stringify({ kits, questions }, null, 2)}\n`);
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exitCode = 1;
} finally {
  await stack.stop();
}

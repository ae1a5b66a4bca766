// `node packages/measure/src/measure.ts [kits] [catalogue or collection]`: the figures of docs/scaling.md, on
// this machine. Linux only.
import { availableParallelism } from 'node:os';
import { messageOf } from '@kitroom/devstack/devstack-error';
import { fillCatalogue, measureCatalogue } from './measure-catalogue.ts';
import { measureCollection } from './measure-collection.ts';
import { startMeasuredStack } from './measured-stack.ts';

const KITS = 250_000;
const kits = Number(process.argv[2] ?? KITS);
const only = process.argv[3];
const say = (line: string) => void process.stdout.write(`${line}\n`);

const stack = await startMeasuredStack();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void stack.stop().finally(() => process.exit(1)));
}
try {
  say(`Node.js ${process.version}, ${availableParallelism()} cores; Redis: ${stack.redis ? 'yes' : 'no'}`);
  const databaseUrl = await fillCatalogue(stack, kits, say);
  if (only !== 'collection') await measureCatalogue(stack, { databaseUrl, kits }, say);
  if (only !== 'catalogue') await measureCollection(stack, databaseUrl, say);
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exitCode = 1;
} finally {
  await stack.stop();
}

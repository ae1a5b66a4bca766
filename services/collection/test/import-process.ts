import { readCollectionConfig } from '../src/config.ts';
import { closeContext, openContext } from '../src/context.ts';
import { runImport } from '../src/imports/run-import.ts';

/** Does the work with the key that it is given, as a worker does; says when it begins. */
const context = openContext(readCollectionConfig(process.env));
await context.db.raw('select 1');
process.stdout.write('begins\n');
await runImport(context, { key: process.argv[2] ?? '', signal: new AbortController().signal });
await closeContext(context);

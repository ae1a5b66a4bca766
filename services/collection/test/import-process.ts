import { readCollectionConfig } from '../src/config.ts';
import { closeContext, openContext } from '../src/context.ts';
import { runImport } from '../src/imports/run-import.ts';

/** Runs the import job with the given key, as a worker does; prints `begins` when it starts. */
const context = openContext(readCollectionConfig(process.env));
await context.db.raw('select 1');
process.stdout.write('begins\n');
await runImport(context, { key: process.argv[2] ?? '', signal: new AbortController().signal });
await closeContext(context);

import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// Compiling takes a third of a start: the next one reuses what this one compiled, if it may write there. A folder that
// others may write to would let them choose our code.
enableCompileCache(join(import.meta.dirname, '../../../node_modules/.cache/node'));

await import('./command-line.ts');

import { createCommandLine, runCommandLine } from '@kitroom/server/process/command-line';
import { runUntilSignal } from '@kitroom/server/process/process';
import { addKeyCommands } from './api-keys/key-commands.ts';
import { readCatalogueConfig } from './config.ts';
import { addInterchangeCommands } from './interchange/interchange-commands.ts';
import { migrateCatalogue } from './migrate.ts';
import { addOperatorCommands } from './operators/operator-commands.ts';

// What only a running service needs is loaded when one runs: the other commands start the sooner.
const program = createCommandLine('catalogue', 'The Kitroom catalogue: football kits over HTTP.');

program
  .command('serve')
  .description('serve HTTP, after bringing the database up to date')
  .action(async () => {
    const [{ openContext }, { serveCatalogue }] = await Promise.all([
      import('./context.ts'),
      import('./serve.ts'),
    ]);
    const context = openContext(readCatalogueConfig(process.env));
    await runUntilSignal(context.log, () => serveCatalogue(context));
  });

program
  .command('worker')
  .description('work the job queue alone, without HTTP')
  .action(async () => {
    const [{ openContext }, { workCatalogue }] = await Promise.all([
      import('./context.ts'),
      import('./worker.ts'),
    ]);
    const context = openContext(readCatalogueConfig(process.env));
    await runUntilSignal(context.log, () => workCatalogue(context));
  });

program
  .command('migrate')
  .description('bring the database up to date')
  .action(async () => {
    const names = await migrateCatalogue(readCatalogueConfig(process.env).DATABASE_URL);
    process.stderr.write(names.length > 0 ? `Ran ${names.join(', ')}.\n` : 'The database is up to date.\n');
  });

addInterchangeCommands(program);
addKeyCommands(program);
addOperatorCommands(program);

process.exitCode = await runCommandLine(program, process.argv.slice(2));

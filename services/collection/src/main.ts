import { createCommandLine, runCommandLine } from '@kitroom/server/process/command-line';
import { runUntilSignal } from '@kitroom/server/process/process';
import { readCollectionConfig } from './config.ts';
import { migrateCollection } from './migrate.ts';
import { addTokenCommands } from './accounts/commands/token-commands.ts';
import { addUserCommands } from './accounts/commands/user-commands.ts';

// What only a running service needs is loaded when one runs: the other commands start the sooner.
const program = createCommandLine('collection', 'The Kitroom collection service: what collectors own.');

program
  .command('serve')
  .description('serve HTTP, after bringing the database up to date')
  .action(async () => {
    const [{ openContext }, { serveCollection }] = await Promise.all([
      import('./context.ts'),
      import('./serve.ts'),
    ]);
    const context = openContext(readCollectionConfig(process.env));
    await runUntilSignal(context.log, () => serveCollection(context));
  });

program
  .command('worker')
  .description('work the job queue alone, without HTTP')
  .action(async () => {
    const [{ openContext }, { workCollection }] = await Promise.all([
      import('./context.ts'),
      import('./worker.ts'),
    ]);
    const context = openContext(readCollectionConfig(process.env));
    await runUntilSignal(context.log, () => workCollection(context));
  });

program
  .command('migrate')
  .description('bring the database up to date')
  .action(async () => {
    const names = await migrateCollection(readCollectionConfig(process.env).DATABASE_URL);
    process.stderr.write(names.length > 0 ? `Ran ${names.join(', ')}.\n` : 'The database is up to date.\n');
  });

addUserCommands(program);
addTokenCommands(program);

process.exitCode = await runCommandLine(program, process.argv.slice(2));

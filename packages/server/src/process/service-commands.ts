import type { Command } from 'commander';
import type { Logger } from '../telemetry/logger.ts';
import { runUntilSignal, type Running } from './process.ts';

/** The commands shared by all services; each loads its own modules, so that the others start faster. */
export interface ServiceCommands<Context extends { log: Logger }> {
  openContext(): Promise<Context>;
  serve(context: Context): Promise<Running>;
  work(context: Context): Promise<Running>;
  /** Migrates the database; returns the names of the migrations that ran. */
  migrate(): Promise<string[]>;
}

/** Adds `serve`, `worker` and `migrate`. */
export function addServiceCommands<Context extends { log: Logger }>(
  program: Command,
  { openContext, serve, work, migrate }: ServiceCommands<Context>,
): void {
  async function run(start: (context: Context) => Promise<Running>): Promise<void> {
    const context = await openContext();
    await runUntilSignal(context.log, () => start(context));
  }

  program
    .command('serve')
    .description('serve HTTP, after migrating the database')
    .action(() => run(serve));
  program
    .command('worker')
    .description('process jobs without serving HTTP')
    .action(() => run(work));
  program
    .command('migrate')
    .description('run pending migrations')
    .action(async () => {
      const names = await migrate();
      process.stderr.write(names.length > 0 ? `Ran ${names.join(', ')}.\n` : 'The database is up to date.\n');
    });
}

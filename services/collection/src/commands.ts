import type { Command } from 'commander';
import { addServiceCommands, createCommandLine } from '@kitroom/server/process/command-line';
import { directUrlOf } from '@kitroom/server/process/config';
import { addMailCommands } from './accounts/commands/mail-commands.ts';
import { addTokenCommands } from './accounts/commands/token-commands.ts';
import { addUserCommands } from './accounts/commands/user-commands.ts';
import { readCollectionConfig } from './config.ts';
import { migrateCollection } from './database.ts';

/** The command line `collection`. */
export function createCollectionCommands(): Command {
  const program = createCommandLine(
    'collection',
    'The Kitroom collection service: accounts, items and photos.',
  );

  addServiceCommands(program, {
    openContext: async () => (await import('./context.ts')).openContext(readCollectionConfig(process.env)),
    serve: async (context) => (await import('./serve.ts')).serveCollection(context),
    work: async (context) => (await import('./serve.ts')).workCollection(context),
    migrate: () => migrateCollection(directUrlOf(readCollectionConfig(process.env))),
    planCheck: async () => (await import('./check.ts')).planCheck(process.env),
  });
  addUserCommands(program);
  addTokenCommands(program);
  addMailCommands(program);
  return program;
}

import type { Command } from 'commander';
import { addServiceCommands, createCommandLine } from '@kitroom/server/process/command-line';
import { directUrlOf } from '@kitroom/server/process/config';
import { addKeyCommands } from './api-keys/key-commands.ts';
import { migrateCatalogue } from './catalogue-database.ts';
import { readCatalogueConfig } from './config.ts';
import { addInterchangeCommands } from './interchange/interchange-commands.ts';
import { addMirrorCommand } from './mirror/mirror-command.ts';
import { addOperatorCommands } from './operators/operator-commands.ts';

/** The command line `catalogue`. */
export function createCatalogueCommands(): Command {
  const program = createCommandLine('catalogue', 'The Kitroom catalogue: football kits over HTTP.');

  addServiceCommands(program, {
    openContext: async () => (await import('./context.ts')).openContext(readCatalogueConfig(process.env)),
    serve: async (context) => (await import('./serve.ts')).serveCatalogue(context),
    work: async (context) => (await import('./worker.ts')).workCatalogue(context),
    migrate: () => migrateCatalogue(directUrlOf(readCatalogueConfig(process.env))),
    planCheck: async () => (await import('./check.ts')).planCheck(process.env),
  });
  addInterchangeCommands(program);
  addMirrorCommand(program);
  addKeyCommands(program);
  addOperatorCommands(program);
  return program;
}

import { runCommandLine } from '@kitroom/server/process/command-line';
import { createCatalogueCommands } from './commands.ts';

process.exitCode = await runCommandLine(createCatalogueCommands(), process.argv.slice(2));

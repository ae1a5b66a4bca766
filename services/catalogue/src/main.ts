import { runProcess } from '@kitroom/server/process/command-line';
import { createCatalogueCommands } from './commands.ts';

await runProcess(createCatalogueCommands());

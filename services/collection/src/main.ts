import { runCommandLine } from '@kitroom/server/process/command-line';
import { createCollectionCommands } from './commands.ts';

process.exitCode = await runCommandLine(createCollectionCommands(), process.argv.slice(2));

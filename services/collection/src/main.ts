import { runProcess } from '@kitroom/server/process/command-line';
import { createCollectionCommands } from './commands.ts';

await runProcess(createCollectionCommands());

import { runCommandLine } from '@kitroom/server/process/command-line';
import { captureOutput, type CommandInput, type CommandOutput } from '@kitroom/testing/captured-output';
import { createCatalogueCommands } from '../src/commands.ts';

/** Runs `catalogue <args>` within this process, one at a time. */
export function runCommand(args: readonly string[], input: CommandInput = {}): Promise<CommandOutput> {
  return captureOutput(() => runCommandLine(createCatalogueCommands(), args), input);
}

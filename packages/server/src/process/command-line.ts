import { Command, CommanderError } from 'commander';
import { describeFailure } from './process.ts';

/** Exit statuses of operator commands. */
export const EXIT = { ok: 0, failed: 1, usage: 2 } as const;

/** Creates an operator command line, to which commands can be added. */
export function createCommandLine(name: string, description: string): Command {
  return new Command(name)
    .description(description)
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(text) })
    .showHelpAfterError(`(${name} --help tells more)`)
    .helpCommand(false);
}

/**
 * Runs the command line and returns the exit status: 0 on success, 1 on an error reported in one line on standard
 * error, 2 on wrong usage.
 */
export async function runCommandLine(program: Command, argv: readonly string[]): Promise<number> {
  try {
    if (argv.length === 0) {
      program.outputHelp({ error: true });
      return EXIT.usage;
    }
    await program.parseAsync(argv, { from: 'user' });
    return process.exitCode === undefined ? EXIT.ok : Number(process.exitCode);
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    process.stderr.write(`${program.name()}: ${describeFailure(error).replaceAll(/\s+/g, ' ')}\n`);
    return EXIT.failed;
  }
}

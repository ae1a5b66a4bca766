import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { Command, CommanderError } from 'commander';
import type { Logger } from '../telemetry/logger.ts';
import { isTracingOn, type TracingConfig } from '../telemetry/tracing-variables.ts';
import type { CheckPlan } from './check.ts';
import { describeFailure, OperatorError, runUntilSignal, type Running } from './process.ts';

/** Exit statuses of operator commands. */
export const EXIT = { ok: 0, failed: 1, usage: 2 } as const;

/** Creates an operator command line, to which commands can be added. */
export function createCommandLine(name: string, description: string): Command {
  return new Command(name)
    .description(description)
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(text) })
    .showHelpAfterError(`(see ${name} --help)`)
    .helpCommand(false);
}

/**
 * Runs this process's command line. The process exits when the command is done and its output is written,
 * even if handles are open, such as a connection that is being opened or a timer of a library.
 */
export async function runProcess(program: Command): Promise<never> {
  const status = await runCommandLine(program, process.argv.slice(2));
  await Promise.all([process.stdout, process.stderr].map(flush));
  process.exit(status);
}

/**
 * Runs the command line and returns the exit status: 0 on success, 1 on an error reported in one line on
 * standard error, 2 on wrong usage.
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

interface Resources {
  config: TracingConfig;
  log: Logger;
}

/** The commands shared by all services; each loads its own modules, so that the others start faster. */
interface ServiceCommands<Context extends Resources> {
  openContext(): Promise<Context>;
  serve(context: Context): Promise<Running>;
  work(context: Context): Promise<Running>;
  /** Migrates the database; returns the names of the migrations that ran. */
  migrate(): Promise<string[]>;
  /** The plan of the command `check`. */
  planCheck(): Promise<CheckPlan>;
}

/** Adds `serve`, `worker`, `migrate` and `check`. */
export function addServiceCommands<Context extends Resources>(
  program: Command,
  { openContext, serve, work, migrate, planCheck }: ServiceCommands<Context>,
): void {
  async function run(start: (context: Context) => Promise<Running>): Promise<void> {
    const context = await openContext();
    const stopTracing = await startTracing(context);
    await runUntilSignal(context.log, async () => {
      const running = await start(context);
      return {
        async stop() {
          await running.stop();
          await stopTracing?.();
        },
      };
    });
  }

  async function startTracing({ config, log }: Context): Promise<(() => Promise<void>) | undefined> {
    if (!isTracingOn(config)) return undefined;
    const tracing = await import('../telemetry/tracing.ts');
    return tracing.startTracing(config, { service: `kitroom-${program.name()}`, log });
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
  program
    .command('check')
    .description(
      'test everything that the configuration refers to, one line per step (exit status 1 if one fails)',
    )
    .action(async () => {
      const { runCheck } = await import('./check.ts');
      if (!(await runCheck(await planCheck()))) process.exitCode = EXIT.failed;
    });
}

/**
 * Prompts for a password on a terminal, without echo; otherwise reads the first line of standard input.
 * Throws an OperatorError if it is missing; `hint` says how else to pass one.
 */
export async function readPassword(
  hint = 'a line on standard input',
  input: NodeJS.ReadStream = process.stdin,
): Promise<string> {
  const isTerminal = input.isTTY;
  // Readline echoes the input; discard that.
  const discarded = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input, output: discarded, terminal: isTerminal });
  if (isTerminal) process.stderr.write('Password: ');
  try {
    return await firstLine(lines, hint);
  } finally {
    lines.close();
    if (isTerminal) process.stderr.write('\n');
  }
}

/** Resolves when everything is written, or if the reader has closed the stream. */
function flush(output: Writable): Promise<void> {
  return new Promise((resolve) => {
    output.once('error', () => resolve());
    output.write('', () => resolve());
  });
}

function firstLine(lines: ReturnType<typeof createInterface>, hint: string): Promise<string> {
  return new Promise((resolve, reject) => {
    lines.once('line', resolve);
    lines.once('SIGINT', () => reject(new OperatorError('Interrupted: nothing was changed.')));
    lines.once('close', () => reject(new OperatorError(`A password is needed: ${hint}.`)));
  });
}

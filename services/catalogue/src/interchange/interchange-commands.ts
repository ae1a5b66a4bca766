import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { SingleBar } from 'cli-progress';
import type { Command } from 'commander';
import { openDatabase } from '@kitroom/server/database/database';
import { codeOf } from '@kitroom/server/database/database-errors';
import { directUrlOf } from '@kitroom/server/process/config';
import { OperatorError } from '@kitroom/server/process/process';
import { databaseOptions, migrateCatalogue } from '../catalogue-database.ts';
import { readCatalogueConfig } from '../config.ts';
import { announceChanges } from './announce-changes.ts';
import { exportCatalogue } from './export-catalogue.ts';
import { describeInvalid, describeResult, importCatalogue, type ImportResult } from './import-catalogue.ts';

/** Adds `catalogue import` and `catalogue export`. */
export function addInterchangeCommands(program: Command): void {
  program
    .command('import')
    .description('import a catalogue from NDJSON; an invalid line cancels the whole import')
    .argument('<file>', "the file, or '-' for standard input")
    .option('--skip-invalid', 'skip invalid lines and report them (exit status 1)', false)
    .option('--ignore-ids', 'assign new ids to new records, ignoring those of their lines', false)
    .action(runImport);
  program
    .command('export')
    .description('write the whole catalogue as NDJSON')
    .argument('[file]', 'the file; standard output by default')
    .action(runExport);
}

async function runImport(file: string, options: { skipInvalid: boolean; ignoreIds: boolean }): Promise<void> {
  const config = readCatalogueConfig(process.env);
  const { input, size } = await openInput(file);
  await migrateCatalogue(directUrlOf(config));
  const bar = showProgress(size);
  let result: ImportResult;
  try {
    result = await importCatalogue(databaseOptions(config), input, {
      ...options,
      onRead: (bytes) => bar?.update(bytes),
    });
  } finally {
    bar?.stop();
    input.destroy();
  }
  const changed = [...new Set([...Object.keys(result.inserted), ...Object.keys(result.updated)])];
  if (changed.length > 0) await announceChanges(config, changed);
  for (const line of result.invalid) process.stderr.write(`${describeInvalid(line)}\n`);
  process.stderr.write(`${describeResult(result)}\n`);
  const skipped = result.invalid.length;
  if (skipped > 0) throw new OperatorError(`skipped ${skipped} invalid ${skipped === 1 ? 'line' : 'lines'}`);
}

async function runExport(file: string | undefined): Promise<void> {
  const db = openDatabase({ ...databaseOptions(readCatalogueConfig(process.env)), statementTimeoutMs: null });
  const output = file === undefined ? process.stdout : createWriteStream(file);
  try {
    await pipeline(Readable.from(exportCatalogue(db)), output, { end: file !== undefined });
  } finally {
    await db.destroy();
  }
}

async function openInput(file: string): Promise<{ input: Readable; size: number | undefined }> {
  if (file === '-') return { input: process.stdin, size: undefined };
  // Opens the file here, because a stream would emit errors before it has listeners.
  const handle = await open(file).catch((error: unknown) => {
    throw new OperatorError(`${file} cannot be read: ${explainOpening(error)}`);
  });
  const stats = await handle.stat();
  if (stats.isDirectory()) {
    await handle.close();
    throw new OperatorError(`${file} cannot be read: it is a directory`);
  }
  return { input: handle.createReadStream(), size: stats.size };
}

function explainOpening(error: unknown): string {
  const code = codeOf(error);
  return { ENOENT: 'there is no such file', EACCES: 'permission denied' }[code] ?? code;
}

/** Shows a progress bar if standard error is a terminal and the size is known. */
function showProgress(size: number | undefined): SingleBar | undefined {
  if (!process.stderr.isTTY || size === undefined) return undefined;
  const bar = new SingleBar({
    format: 'Reading {bar} {percentage} % | {eta_formatted} left',
    stream: process.stderr,
    clearOnComplete: true,
    // The cursor stays visible, because Ctrl-C would leave it hidden.
    hideCursor: false,
  });
  bar.start(size, 0);
  return bar;
}

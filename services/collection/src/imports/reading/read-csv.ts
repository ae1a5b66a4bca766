import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { unescapeCell } from '../../exports/spreadsheet-cell.ts';
import { detectDialect, type CsvDialect } from './csv-dialect.ts';
import { decodeFile, detectEncoding } from './decode-text.ts';
import { formatCount, ImportRefused } from './import-refused.ts';
import { RECORD_MAX } from './reading-limits.ts';
import type { SourceTable } from './source-table.ts';
import { toTable } from './to-table.ts';

const DIALECT_SAMPLE = 64 * 1024;

/** Reads a CSV file of any usual encoding and delimiter, with or without a header. */
export async function readCsv(path: string): Promise<SourceTable> {
  const encoding = await detectEncoding(path);
  const dialect = detectDialect(await readStartOfText(path, encoding));
  return toTable('csv', readRecords(decodeFile(path, encoding), dialect));
}

async function readStartOfText(...file: Parameters<typeof decodeFile>): Promise<string> {
  let text = '';
  for await (const piece of decodeFile(...file)) {
    text += piece;
    if (text.length >= DIALECT_SAMPLE) break;
  }
  return text.slice(0, DIALECT_SAMPLE);
}

async function* readRecords(
  text: AsyncIterable<string>,
  { delimiter, namesDelimiter }: CsvDialect,
): AsyncGenerator<string[]> {
  const parser = parse({
    delimiter,
    from: namesDelimiter ? 2 : 1,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    max_record_size: RECORD_MAX,
  });
  const source = Readable.from(text, { objectMode: true });
  source.once('error', (error) => parser.destroy(error));
  source.pipe(parser);
  try {
    for await (const record of parser) yield (record as string[]).map(unescapeCell);
  } catch (error) {
    throw error instanceof CsvError ? explain(error) : error;
  } finally {
    source.destroy();
    parser.destroy();
  }
}

function explain(error: CsvError): ImportRefused {
  const line = formatCount((error as CsvError & { lines?: number }).lines ?? 0);
  if (error.code === 'CSV_MAX_RECORD_SIZE') {
    const most = formatCount(RECORD_MAX);
    return new ImportRefused(
      `The record that ends at or after line ${line} is longer than ${most} characters. Is a quotation mark not closed?`,
    );
  }
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') {
    return new ImportRefused(`A quotation mark is not closed; the file ends in line ${line}.`);
  }
  return new ImportRefused(`Line ${line} is not valid CSV: text follows a closing quotation mark.`);
}

import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { detectDialect, type CsvDialect } from './csv-dialect.ts';
import { dropBlanksAroundQuotes } from './csv-quotes.ts';
import { decodeFile, type TextEncoding } from './decode-text.ts';
import { RECORD_MAX } from './limits.ts';
import { isBlank, type SheetRecord } from './sheet.ts';
import { formatCount, UnreadableFile } from './unreadable-file.ts';

const DIALECT_SAMPLE = 64 * 1024;

/** Reads the records of a CSV file of any usual delimiter. */
export async function* readCsv(
  path: string,
  encoding: TextEncoding,
  toCell: (field: string) => string = (field) => field,
): AsyncGenerator<SheetRecord, void> {
  const dialect = detectDialect(await readStartOfText(path, encoding));
  const source = Readable.from(dropBlanksAroundQuotes(decodeFile(path, encoding), dialect.delimiter), {
    objectMode: true,
  });
  const parser = openParser(dialect);
  source.once('error', (error) => parser.destroy(error));
  source.pipe(parser);
  let row = 0;
  try {
    for await (const record of parser) {
      const cells = (record as string[]).map(toCell);
      row += 1;
      if (!isBlank(cells)) yield { row, cells };
    }
  } catch (error) {
    throw error instanceof CsvError ? explain(error) : error;
  } finally {
    source.destroy();
    parser.destroy();
  }
}

function openParser({ delimiter, namesDelimiter }: CsvDialect) {
  return parse({
    delimiter,
    from: namesDelimiter ? 2 : 1,
    relax_column_count: true,
    relax_quotes: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    max_record_size: RECORD_MAX,
  });
}

async function readStartOfText(...file: Parameters<typeof decodeFile>): Promise<string> {
  let text = '';
  for await (const piece of decodeFile(...file)) {
    text += piece;
    if (text.length >= DIALECT_SAMPLE) break;
  }
  return text.slice(0, DIALECT_SAMPLE);
}

function explain(error: CsvError): UnreadableFile {
  const line = formatCount((error as CsvError & { lines?: number }).lines ?? 0);
  if (error.code === 'CSV_MAX_RECORD_SIZE') {
    const most = formatCount(RECORD_MAX);
    return new UnreadableFile(
      `The record that ends at or after line ${line} is longer than ${most} characters. Is a quotation mark not closed?`,
    );
  }
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') {
    return new UnreadableFile(`A quotation mark is not closed; the file ends in line ${line}.`);
  }
  return new UnreadableFile(`Line ${line} is not valid CSV: text follows a closing quotation mark.`);
}

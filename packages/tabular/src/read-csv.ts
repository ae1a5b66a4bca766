import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { dropBlanksAroundQuotes } from './csv-quotes.ts';
import { decodeFile, type TextEncoding } from './decode-text.ts';
import { formatCount, RECORD_MAX, UnreadableFile } from './limits.ts';
import { isBlank, type SheetRecord } from './sheet.ts';

const DIALECT_SAMPLE = 64 * 1024;

/** Reads the records of a CSV file with any usual delimiter. */
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

const DELIMITERS = [',', ';', '\t', '|'] as const;

type Delimiter = (typeof DELIMITERS)[number];

/** The delimiter of a CSV file. */
interface CsvDialect {
  delimiter: Delimiter;
  /** Whether the first line only declares the delimiter, as Excel writes it: `sep=;`. */
  namesDelimiter: boolean;
}

const RECORDS_COMPARED = 60;

/**
 * Detects the delimiter from the beginning of a file: the one that splits most records into equally many
 * fields.
 */
function detectDialect(start: string): CsvDialect {
  const named = /^sep=([,;\t|])(?:\r\n|\r|\n)/i.exec(start)?.[1] as Delimiter | undefined;
  if (named) return { delimiter: named, namesDelimiter: true };
  const scores = DELIMITERS.map((delimiter) => ({
    delimiter,
    score: scoreOf(countFields(start, delimiter)),
  }));
  const best = scores.reduce((left, right) => (right.score > left.score ? right : left));
  return { delimiter: best.delimiter, namesDelimiter: false };
}

/** The share of records with the most frequent number of fields counts most, then that number. */
function scoreOf(counts: readonly number[]): number {
  const byCount = Map.groupBy(counts, (count) => count);
  const sizes = [...byCount].map(([fields, records]) => ({ fields, records: records.length }));
  const several = sizes.filter(({ fields }) => fields > 1);
  if (several.length === 0) return 0;
  const usual = several.reduce((left, right) => (right.records > left.records ? right : left));
  return usual.records / counts.length + Math.min(usual.fields, 50) / 200;
}

/** The number of fields of the first records; quoted delimiters and line breaks do not count. */
function countFields(text: string, delimiter: string): number[] {
  const counts: number[] = [];
  let fields = 1;
  let isQuoted = false;
  let isFieldStart = true;
  let isLineStart = true;
  for (const character of text) {
    if (isQuoted) {
      if (character === '"') isQuoted = false;
      continue;
    }
    if (character === '"') isQuoted = isFieldStart;
    isFieldStart = character === delimiter || (isFieldStart && character === ' ');
    if (character === delimiter) fields += 1;
    else if (character === '\n' || character === '\r') {
      // Blank lines, and the second half of CRLF, do not count.
      if (!isLineStart) counts.push(fields);
      fields = 1;
      isFieldStart = true;
      if (counts.length === RECORDS_COMPARED) return counts;
    }
    isLineStart = character === '\n' || character === '\r';
  }
  // The last record may be cut off; it counts only if it is the only one.
  return counts.length === 0 ? [fields] : counts;
}

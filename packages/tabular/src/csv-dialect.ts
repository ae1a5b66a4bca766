const DELIMITERS = [',', ';', '\t', '|'] as const;

export type Delimiter = (typeof DELIMITERS)[number];

/** How a CSV file separates its fields. */
export interface CsvDialect {
  delimiter: Delimiter;
  /** Whether the first line only names the delimiter, `sep=;`, as Excel writes it. */
  namesDelimiter: boolean;
}

const RECORDS_COMPARED = 60;

/** Detects the delimiter from the beginning of a file: the one that splits most records into equally many fields. */
export function detectDialect(start: string): CsvDialect {
  const named = /^sep=([,;\t|])(?:\r\n|\r|\n)/i.exec(start)?.[1] as Delimiter | undefined;
  if (named) return { delimiter: named, namesDelimiter: true };
  const scores = DELIMITERS.map((delimiter) => ({
    delimiter,
    score: scoreOf(countFields(start, delimiter)),
  }));
  const best = scores.reduce((one, other) => (other.score > one.score ? other : one));
  return { delimiter: best.delimiter, namesDelimiter: false };
}

/** The share of records with the most frequent number of fields counts most, then how many fields these are. */
function scoreOf(counts: readonly number[]): number {
  const byCount = Map.groupBy(counts, (count) => count);
  const sizes = [...byCount].map(([fields, records]) => ({ fields, records: records.length }));
  const several = sizes.filter(({ fields }) => fields > 1);
  if (several.length === 0) return 0;
  const usual = several.reduce((one, other) => (other.records > one.records ? other : one));
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
      // Blank lines, and the second half of CRLF, say nothing.
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

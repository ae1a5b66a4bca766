import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { toSheetRows, toWorkbookFiles, writeZip, type TestWorkbook } from '@kitroom/testing/test-workbooks';
import { openTable, UnreadableFile } from './index.ts';

let folder: string;
let path: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kitroom-tabular-'));
  path = join(folder, 'shirts.csv');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const LIMITS = { tableBytesMax: 1e8, zipBytesMax: 1e8, zipLimits: { entries: 1000, bytes: 1e9 } };

/** Reads the file to its end: its sheets, and the rows of the first that is shown. */
function readAll(encoding?: string) {
  return openTable(path, { ...LIMITS, encoding }, async (file) => {
    if (!('sheets' in file)) throw new Error('the file has no sheets');
    const shown = file.sheets.find(({ isVisible }) => isVisible);
    const rows = [];
    for await (const row of shown?.records() ?? []) rows.push(row);
    return {
      ...file,
      sheets: file.sheets.map(({ name, isVisible }) => ({ name, isVisible })),
      rows,
      cells: rows.map(({ cells }) => cells),
    };
  });
}

async function read(content: string | Buffer, encoding?: string) {
  await writeFile(path, content);
  return readAll(encoding);
}

async function readWorkbook(workbook: TestWorkbook) {
  await writeZip(path, toWorkbookFiles(workbook));
  return readAll();
}

const refusal = (result: Promise<unknown>) =>
  result.then(
    () => 'was read',
    (error: unknown) => (error instanceof UnreadableFile ? error.message : error),
  );

const LINES = 'Club;Size;Price\nMálaga CF;L;"85,00 €"\n';
const TABLE = [
  ['Club', 'Size', 'Price'],
  ['Málaga CF', 'L', '85,00 €'],
];
const utf16 = (bom: boolean) => Buffer.from(`${bom ? '\uFEFF' : ''}${LINES}`, 'utf16le');
const windows1252 = Buffer.from(LINES.replace('€', '\u0080'), 'latin1');
/** `á` and `€` of MacRoman. */
const macRoman = (lines: string) =>
  Buffer.from(lines.replaceAll('á', '\u0087').replaceAll('€', '\u00DB'), 'latin1');

describe('openTable with a CSV file', () => {
  it.each<[string, string | Buffer, string]>([
    ['UTF-8', LINES, 'utf-8'],
    ['UTF-8 with a byte order mark', `\uFEFF${LINES}`, 'utf-8'],
    ['UTF-16 LE with a byte order mark', utf16(true), 'utf-16le'],
    ['UTF-16 LE without a byte order mark', utf16(false), 'utf-16le'],
    ['UTF-16 BE with a byte order mark', utf16(true).swap16(), 'utf-16be'],
    ['UTF-16 BE without a byte order mark', utf16(false).swap16(), 'utf-16be'],
    ['Windows-1252', windows1252, 'windows-1252'],
    ['MacRoman with CR', macRoman(LINES.replaceAll('\n', '\r')), 'macintosh'],
    ['MacRoman with LF', macRoman(LINES), 'macintosh'],
    ['CRLF line breaks', LINES.replaceAll('\n', '\r\n'), 'utf-8'],
    ['CR line breaks', LINES.replaceAll('\n', '\r'), 'utf-8'],
    ['commas', 'Club,Size,Price\nMálaga CF,L,"85,00 €"\n', 'utf-8'],
    ['tabs', LINES.replaceAll(';', '\t'), 'utf-8'],
    ['bars', LINES.replaceAll(';', '|'), 'utf-8'],
    ['a line that names the delimiter', `sep=;\r\n${LINES}`, 'utf-8'],
    ['blanks around quotation marks', 'Club;Size;Price\n "Málaga CF" ;L;  "85,00 €" \n', 'utf-8'],
    ['no line break at the end', LINES.trimEnd(), 'utf-8'],
  ])('reads %s', async (_name, content, encoding) => {
    expect(await read(content)).toMatchObject({
      format: 'csv',
      encoding,
      sheets: [{ name: 'shirts.csv', isVisible: true }],
      cells: TABLE,
    });
  });

  it('reads the given encoding', async () => {
    expect((await read(Buffer.from('Nom\nSaint-\u0083tienne', 'latin1'), 'macintosh')).cells).toEqual([
      ['Nom'],
      ['Saint-Étienne'],
    ]);
  });

  it('numbers rows like a spreadsheet program, including blank rows and cells with two lines', async () => {
    const { rows } = await read('\nClub,Notes\n,\n"Málaga, CF","a ""shirt""\nof two lines"\n\nArsenal,\n');
    expect(rows).toEqual([
      { row: 2, cells: ['Club', 'Notes'] },
      { row: 4, cells: ['Málaga, CF', 'a "shirt"\nof two lines'] },
      { row: 6, cells: ['Arsenal', ''] },
    ]);
  });

  it.each<[string, string | Buffer, RegExp]>([
    ['that is empty', '', /empty/],
    ['with a record of nine megabytes', `Club,Notes\na,${'x'.repeat(9_000_000)}\n`, /longer than 8,388,608/],
    ['with an open quotation mark', `Club,Notes\na,"b\nc,d\n`, /quotation mark is not closed/],
    ['that is HTML', '<html><table></table></html>', /HTML/],
    ['that is an old workbook', Buffer.from('d0cf11e0a1b11ae1', 'hex'), /\.xls\).*Save it as \.xlsx or CSV/],
    ['that is a JSON list', '[{"club": "Arsenal"}]', /NDJSON/],
  ])('rejects a file %s', async (_name, content, sentence) => {
    expect(await refusal(read(content))).toMatch(sentence);
  });
});

describe('openTable with a file of another spreadsheet program', () => {
  it.each([
    ['content.xml', 'The file is an OpenDocument spreadsheet (.ods). Save it as .xlsx or CSV.'],
    ['xl/workbook.bin', 'The file is a binary Excel workbook (.xlsb). Save it as .xlsx or CSV.'],
    ['Index/Document.iwa', 'The file is a Numbers spreadsheet (.numbers). Save it as .xlsx or CSV.'],
  ])('rejects an archive that contains %s, and says which format to save', async (part, sentence) => {
    await writeZip(path, { [part]: '<a/>' });
    expect(await refusal(readAll())).toBe(sentence);
  });
});

describe('openTable with the sheets of a workbook', () => {
  const files = toWorkbookFiles({ rows: toSheetRows([['Club'], ['Arsenal']]) });
  const list = (count: number, idOf: (index: number) => string) => {
    const sheets = Array.from({ length: count }, (_, at) => `<sheet name="Sheet ${at}" r:id="${idOf(at)}"/>`);
    return (
      files['xl/workbook.xml']?.replace(/<sheets>.*<\/sheets>/, `<sheets>${sheets.join('')}</sheets>`) ?? ''
    );
  };

  it('accepts 200 sheets, and rejects 201', async () => {
    await writeZip(path, {
      ...files,
      'xl/workbook.xml': list(201, (at) => (at === 0 ? 'rId1' : `none${at}`)),
    });
    expect(await refusal(readAll())).toBe('The workbook has more than 200 sheets.');
    await writeZip(path, {
      ...files,
      'xl/workbook.xml': list(200, (at) => (at === 0 ? 'rId1' : `none${at}`)),
    });
    expect(await refusal(readAll())).toBe('was read');
  });

  it('rejects two sheets with the same content', async () => {
    await writeZip(path, { ...files, 'xl/workbook.xml': list(2, () => 'rId1') });
    expect(await refusal(readAll())).toBe(
      'The sheets "Sheet 0" and "Sheet 1" of the workbook have the same content, "xl/worksheets/sheet1.xml": each needs its own.',
    );
  });
});

describe('openTable with a workbook', () => {
  const text = (content: string) => `<c t="inlineStr"><is><t>${content}</t></is></c>`;

  it('reads shared, inline and rich strings, numbers, dates, booleans and formulas as displayed', async () => {
    const { format, sheets, rows } = await readWorkbook({
      sharedStrings: [
        '<t>Club</t>',
        '<r><t>Má</t></r><r><rPr><b/></rPr><t>laga &amp; Co</t></r><rPh sb="0" eb="1"><t>phonetic</t></rPh>',
        '<t>two_x000D_\nlines, _x005F_x000D_</t>',
      ],
      formats: [0, 14, 'dd&quot;.&quot;mm&quot;.&quot;yyyy', '[Red]0.00', 22],
      rows: `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><t>Bought</t></is></c></row>
        <row r="2"><c r="A2" t="s"><v>1</v></c><c r="B2" s="1"><v>45292</v></c><c r="C2" s="3"><v>0.30000000000000004</v></c><c r="E2" t="s"><v>2</v></c></row>
        <row r="4"><c r="A4" t="str"><f>CONCAT("a")</f><v>Computed</v></c><c r="B4" s="2"><v>1</v></c><c r="C4" t="b"><v>1</v></c><c r="D4" s="4"><v>45292.5</v></c><c r="E4" t="e"><v>#N/A</v></c><c r="F4" s="4"><v>45292.5000108565</v></c></row>`,
    });
    expect([format, sheets]).toEqual([
      'xlsx',
      [
        { name: 'Hidden', isVisible: false },
        { name: 'Shirts', isVisible: true },
      ],
    ]);
    expect(rows).toEqual([
      { row: 1, cells: ['Club', 'Bought'] },
      { row: 2, cells: ['Málaga & Co', '2024-01-01', '0.3', '', 'two\nlines, _x000D_'] },
      { row: 4, cells: ['Computed', '1900-01-01', 'true', '2024-01-01T12:00:00', '', '2024-01-01T12:00:00'] },
    ]);
  });

  it('reads dates in the 1904 date system', async () => {
    const { cells } = await readWorkbook({
      is1904: true,
      formats: [14],
      rows: `<row><c s="0"><v>43830</v></c></row>`,
    });
    expect(cells).toEqual([['2024-01-01']]);
  });

  it('repeats the value of merged cells in each row, but not in each column', async () => {
    const { rows } = await readWorkbook({
      merges: ['A1:C1', 'A2:B4', 'C2:C3', 'A6:A7'],
      rows: `<row r="1">${text('Wall of fame')}</row><row r="2">${text('Liverpool')}<c/>${text('L')}</row>
        <row r="3"><c/><c/><c/>${text('signed')}</row><row r="4"><c/><c/>${text('M')}</row>
        <row r="6">${text('Everton')}</row><row r="7"><c/></row>`,
    });
    expect(rows).toEqual([
      { row: 1, cells: ['Wall of fame'] },
      { row: 2, cells: ['Liverpool', '', 'L'] },
      { row: 3, cells: ['Liverpool', '', 'L', 'signed'] },
      { row: 4, cells: ['Liverpool', '', 'M'] },
      { row: 6, cells: ['Everton'] },
    ]);
  });

  it('adds the currency of the number format to a number', async () => {
    const { cells } = await readWorkbook({
      formats: [0, '[$£-809]#,##0.00', '#,##0.00 &quot;€&quot;', 44, '[$kr-41D] #,##0'],
      rows: `<row>${[0, 1, 2, 3, 4].map((style) => `<c s="${style}"><v>22.5</v></c>`).join('')}</row>`,
    });
    expect(cells).toEqual([['22.5', '22.5 £', '22.5 €', '22.5 $', '22.5 SEK']]);
  });

  it('reports formulas without a value, but not formulas with an empty string', async () => {
    const { rows } = await readWorkbook({
      rows: `<row>${text('Arsenal')}<c><f>A1*2</f></c><c><f>A1</f><v/></c><c t="str"><f>""</f><v></v></c></row>`,
    });
    expect(rows).toEqual([
      {
        row: 1,
        cells: ['Arsenal', '', '', ''],
        problems: new Map([
          [1, expect.stringContaining('a formula without a value')],
          [2, expect.stringContaining('a formula without a value')],
        ]),
      },
    ]);
  });

  it.each<[string, Partial<TestWorkbook>, RegExp]>([
    [
      'with a document type',
      { prolog: '<!DOCTYPE x [<!ENTITY a "b">]>' },
      /"xl\/worksheets\/sheet1.xml".*document type/,
    ],
    ['with an unknown entity', { rows: '<row><c t="str"><v>&lol;</v></c></row>' }, /not well-formed/],
    ['that is incomplete', { rows: '<row><c>' }, /not well-formed/],
    [
      'with a cell in the last row and column',
      { rows: '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>' },
      /XFD1048576/,
    ],
    [
      'with a cell of three megabytes',
      { rows: toSheetRows([['Club'], ['x'.repeat(3_000_000)]]) },
      /characters/,
    ],
    [
      'that decompresses to a hundred times its size',
      { rows: toSheetRows([[' '.repeat(60_000_000)]]) },
      /unpack/,
    ],
    [
      'with more than 100,000 merged cells',
      { merges: Array.from({ length: 100_001 }, (_, row) => `A${row + 1}:A${row + 7}`) },
      /more than 100,000 merged cells/,
    ],
  ])('rejects a workbook %s', async (_name, workbook, sentence) => {
    expect(await refusal(readWorkbook({ rows: toSheetRows([['Club'], ['Arsenal']]), ...workbook }))).toMatch(
      sentence,
    );
  });
});

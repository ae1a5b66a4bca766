import { expect, it } from '@jest/globals';
import { array, assert, asyncProperty, constantFrom, integer, record, string } from 'fast-check';
import { dropBlanksAroundQuotes } from './csv-quotes.ts';

async function drop(pieces: readonly string[], delimiter: string): Promise<string> {
  let text = '';
  for await (const piece of dropBlanksAroundQuotes(toStream(pieces), delimiter)) text += piece;
  return text;
}

async function* toStream(pieces: readonly string[]) {
  yield* pieces;
}

it('dropBlanksAroundQuotes removes only blanks between delimiters and quotation marks', async () => {
  const text = ' a , "b, ""c"" ,d" ,e "f" , g\n "h",\t"i"\u{A0}\r\n"j" k, l\n';
  expect(await drop([text], ',')).toBe(' a ,"b, ""c"" ,d",e "f" , g\n"h","i"\r\n"j" k, l\n');
});

it('dropBlanksAroundQuotes keeps tabs that separate fields', async () => {
  expect(await drop(['a\t\t "b"\t\n'], '\t')).toBe('a\t\t"b"\t\n');
});

const cell = record({
  text: string({ unit: constantFrom('a', ' ', '"', ',', ';', '\n', '\t', 'é'), maxLength: 8 }),
  before: constantFrom('', ' ', '  '),
  after: constantFrom('', ' ', '\u{A0} '),
});

it('dropBlanksAroundQuotes removes all blanks around quoted cells in chunks of any size', async () => {
  await assert(
    asyncProperty(
      array(array(cell, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 }),
      constantFrom(',', ';', '|'),
      integer({ min: 1, max: 9 }),
      async (records, delimiter, size) => {
        const write = (withBlanks: boolean) =>
          records
            .map((cells) =>
              cells
                .map(({ text, before, after }) => {
                  const quoted = `"${text.replaceAll('"', '""')}"`;
                  return withBlanks ? before + quoted + after : quoted;
                })
                .join(delimiter),
            )
            .join('\n');
        const pieces = write(true).match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
        expect(await drop(pieces, delimiter)).toBe(write(false));
      },
    ),
  );
});

it.each([
  ['quotation marks', '"'],
  ['empty quoted cells', '"",'],
  ['quoted blanks', '" "'],
])('dropBlanksAroundQuotes takes linear time for many %s', async (_what, part) => {
  const text = part.repeat(1_000_000 / part.length);
  const start = performance.now();
  // One piece: reading the rest of it for each mark would take half a minute.
  expect(await drop([text], ',')).toHaveLength(text.length);
  expect(performance.now() - start).toBeLessThan(5000);
});

it('dropBlanksAroundQuotes takes linear time for an endless run of blanks', async () => {
  const start = performance.now();
  const text = await drop(Array<string>(500).fill(' '.repeat(64 * 1024)), ',');
  expect(text).toHaveLength(500 * 64 * 1024);
  expect(performance.now() - start).toBeLessThan(5000);
});

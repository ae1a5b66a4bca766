import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ITEM_COLOURS, SIZES } from '@kitroom/collection-client';
import { matchRow } from '../src/imports/match/match-row.ts';
import { lookupKey, resolveNames, type KnownNames } from '../src/imports/match/resolve-name.ts';
import { COLUMN_WORDS } from '../src/imports/parse/heading-words.ts';
import { parseRow } from '../src/imports/parse/parse-row.ts';
import { proposeMapping } from '../src/imports/parse/propose-mapping.ts';
import { createValueSniffer } from '../src/imports/read/sniff-values.ts';

type Table = ReadonlyArray<Readonly<Record<string, string>>>;

const RECORDS = {
  brand: ['Nike', 'adidas', 'Le Coq Sportif'],
  club: ['Arsenal', 'Málaga CF', 'FC Schalke 04', 'Atlético Mineiro'],
  season: ['2003-04', '1999-00', '2014'],
} as const;
type Named = keyof typeof RECORDS;

/** All names resolve to an id, which is the position in the list. */
const KNOWN: KnownNames = new Map(
  Object.entries(RECORDS).flatMap(([field, names]) =>
    names.map((name, at) => {
      const candidates = [{ id: at + 1, name, score: 1 }];
      return [lookupKey(field as Named, name), { candidates, chosen: null }] as const;
    }),
  ),
);

/** The items of a table, as the review shows them. */
function readTable(table: Table) {
  const names = [...new Set(table.flatMap((row) => Object.keys(row)))];
  const sniffer = createValueSniffer();
  for (const row of table) sniffer.look(row);
  const { date_order, decimals } = sniffer.conclude();
  const mapping = proposeMapping(
    names.map((name) => ({ name, values: table.flatMap((row) => row[name] ?? []) })),
  );
  const columns = names.map((name) => ({ name, samples: [], decimals: decimals.get(name) }));
  const options = {
    on_match: 'skip',
    invalid_as_draft: false,
    date_order,
    with_photos: true,
    unmapped: 'notes',
    unknown_names: 'text',
    defaults: {},
  } as const;
  const rules = { mapping, options, columns };
  return table.map((cells, at) => {
    const parsed = parseRow(cells, rules);
    return matchRow({ number: at + 1, settled: null }, parsed, rules, resolveNames(parsed, {}, KNOWN), KNOWN);
  });
}

/** Column headings and notation of values in a language. */
interface Dialect {
  headings: Readonly<Record<string, string>>;
  yes: string;
  months: readonly string[];
  decimal: '.' | ',';
  writeDate(year: number, month: number, day: number): string;
  writeMoney(amount: string): string;
}

const twoDigits = (number: number) => String(number).padStart(2, '0');
const heads = (list: string) => {
  const [name, club, season, brand, size, number, signed, price, bought, notes, colour] = list.split(',');
  return { name, club, season, brand, size, number, signed, price, bought, notes, colour } as Record<
    string,
    string
  >;
};
const dialect = (list: string, options: Partial<Dialect>): Dialect => ({
  headings: heads(list),
  yes: 'yes',
  months: [],
  decimal: '.',
  writeDate: (year, month, day) => `${year}-${twoDigits(month)}-${twoDigits(day)}`,
  writeMoney: (amount) => `€${amount}`,
  ...options,
});
const dotted: Dialect['writeDate'] = (year, month, day) => `${twoDigits(day)}.${twoDigits(month)}.${year}`;
const named =
  (language: string): Dialect['writeDate'] =>
  (year, month, day) =>
    new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(
      Date.UTC(year, month - 1, day),
    );

const DIALECTS: readonly Dialect[] = [
  dialect('Name,Club,Season,Brand,Size,Shirt number,Signed,Price,Bought on,Notes,Colour', {}),
  dialect('Shirt,Team,Year,Made by,Shirt size,Squad no.,Autographed?,Cost (EUR),Purchased,Comments,Color', {
    writeDate: named('en-US'),
    writeMoney: (amount) => amount,
  }),
  dialect(
    'Bezeichnung,Verein,Saison,Ausrüster,Größe,Rückennummer,Signiert,Preis in €,Kaufdatum,Bemerkungen,Farbe',
    {
      yes: 'ja',
      decimal: ',',
      writeDate: dotted,
      writeMoney: (amount) => amount,
    },
  ),
  dialect(
    'Trikot,Mannschaft,Spielzeit,Hersteller,Gr.,Trikotnummer,Unterschrieben,Bezahlt,Gekauft am,Notiz,Hauptfarbe',
    {
      yes: 'x',
      decimal: ',',
      writeDate: named('de'),
      writeMoney: (amount) => `${amount} €`,
    },
  ),
  dialect(
    'Camiseta,Equipo,Temporada,Marca,Talla,Dorsal,Firmada,Precio,Fecha de compra,Notas,Color principal',
    {
      yes: 'sí',
      decimal: ',',
      writeDate: named('es'),
      writeMoney: (amount) => `${amount} EUR`,
    },
  ),
  dialect(
    'Maillot,Équipe,Saison,Équipementier,Taille,Numéro de maillot,Signé,Prix payé,Acheté le,Remarques,Couleur',
    {
      yes: 'oui',
      decimal: ',',
      writeDate: named('fr'),
      writeMoney: (amount) => `${amount}\u202F€`,
    },
  ),
  dialect(
    'Maglia,Squadra,Stagione,Fornitore,Taglia,Numero maglia,Firmata,Prezzo,Data di acquisto,Note,Colore',
    {
      yes: 'sì',
      decimal: ',',
      writeDate: named('it'),
      writeMoney: (amount) => `€ ${amount}`,
    },
  ),
  dialect(
    'Camisola,Clube,Época,Fornecedor,Tamanho,Número da camisola,Assinada,Preço (€),Data de compra,Observações,Cor',
    {
      yes: 'sim',
      decimal: ',',
      writeDate: named('pt'),
      writeMoney: (amount) => amount,
    },
  ),
];

const words = fc
  .array(fc.constantFrom('Lucky', 'final', 'Größe', 'niño', 'São', '1860', '&', 'blue'), {
    minLength: 2,
    maxLength: 4,
  })
  .map((picked) => picked.join(' '));

const item = fc.record({
  name: words,
  brand: fc.constantFrom(...RECORDS.brand),
  club: fc.constantFrom(...RECORDS.club),
  season: fc.constantFrom(...RECORDS.season),
  size: fc.constantFrom('S', 'M', 'L', 'XL', 'XXL'),
  number: fc.option(fc.integer({ min: 0, max: 99 })),
  isSigned: fc.boolean(),
  cents: fc.option(fc.integer({ min: 0, max: 999_999 })),
  bought: fc.option(
    fc.date({ min: new Date('1985-01-01'), max: new Date('2025-12-31'), noInvalidDate: true }),
  ),
  notes: fc.option(words),
  colour: fc.option(fc.constantFrom('White', 'Red', 'Blue', 'Black')),
});

type GeneratedItem = typeof item extends fc.Arbitrary<infer T> ? T : never;

function writeRow(generated: GeneratedItem, { headings, yes, decimal, writeDate, writeMoney }: Dialect) {
  const { bought, cents } = generated;
  const amount = cents === null ? undefined : `${Math.floor(cents / 100)}${decimal}${twoDigits(cents % 100)}`;
  const values: Readonly<Record<string, string | undefined>> = {
    name: generated.name,
    brand: generated.brand,
    club: generated.club,
    season: generated.season,
    size: generated.size,
    number: generated.number === null ? undefined : String(generated.number),
    signed: generated.isSigned ? yes : undefined,
    price: amount === undefined ? undefined : writeMoney(amount),
    bought:
      bought === null
        ? undefined
        : writeDate(bought.getUTCFullYear(), bought.getUTCMonth() + 1, bought.getUTCDate()),
    notes: generated.notes ?? undefined,
    colour: generated.colour ?? undefined,
  };
  const cells = Object.entries(values).flatMap(([key, value]) =>
    value === undefined ? [] : [[headings[key] ?? key, value] as const],
  );
  return Object.fromEntries(cells);
}

const idOf = (field: Named, name: string) => (RECORDS[field] as readonly string[]).indexOf(name) + 1;

function toExpected(generated: GeneratedItem) {
  const { cents } = generated;
  return {
    name: generated.name,
    brand: idOf('brand', generated.brand),
    club: idOf('club', generated.club),
    season: idOf('season', generated.season),
    size: SIZES.find(({ name, category }) => name === generated.size && category === 'tops')?.id,
    ...(generated.number !== null && { number: generated.number }),
    ...(generated.isSigned && { is_signed: true }),
    ...(cents !== null && {
      price: { amount: `${Math.floor(cents / 100)}.${twoDigits(cents % 100)}`, currency: 'EUR' },
    }),
    ...(generated.bought !== null && { acquired_on: generated.bought.toISOString().slice(0, 10) }),
    ...(generated.notes !== null && { notes: generated.notes }),
    ...(generated.colour !== null && {
      main_color: ITEM_COLOURS.find(({ name }) => name === generated.colour)?.id,
    }),
  };
}

describe('import of random items', () => {
  it('reads the written items from tables in each language', () => {
    fc.assert(
      fc.property(
        fc.array(item, { minLength: 3, maxLength: 8 }),
        fc.constantFrom(...DIALECTS),
        (items, written) => {
          const read = readTable(items.map((generated) => writeRow(generated, written)));
          const filled = read.map(({ item: values }) =>
            Object.fromEntries(
              Object.entries(values ?? {}).filter(
                ([field, value]) => value !== '' && value !== null && field !== 'item_type',
              ),
            ),
          );
          expect(read.map(({ errors }) => errors)).toEqual(items.map(() => ({})));
          expect(filled).toEqual(items.map(toExpected));
        },
      ),
      { numRuns: 200 },
    );
  });
});

const HEADINGS = [
  'Sponsor',
  'Column 1',
  'HB.name',
  'HB.insured',
  '#',
  'Type',
  ...Object.values(COLUMN_WORDS).flatMap((list) =>
    list
      .split('|')
      .slice(0, 6)
      .map((word) => word.trim()),
  ),
];
const CELLS = [
  '-',
  'n/a',
  'L',
  'Mens M',
  '164',
  'Home',
  'GK',
  'shirt',
  'Hose',
  'Arsenal',
  'Nowhere FC',
  '2003/04',
  '2003-04-01',
  '12,50 €',
  '1.200',
  '45,-',
  'ca. 20 £',
  '£5 + p&p',
  '7',
  '#10',
  '8/10',
  'mint',
  'Good, torn',
  'yes',
  'nein',
  'Red/White',
  'Spain',
  'UK',
  '3. Okt. 2021',
  '2016',
  '43466',
  'JVC',
  'a;b',
  'True',
  'long',
];

const textOf = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';
const digitsOf = (value: unknown) => String(value).replaceAll(/\D/g, '');

/** Values of an item that are in no cell of its row. */
function listInvented(values: Readonly<Record<string, unknown>>, cells: readonly string[]): string[] {
  const isInCells = (part: string) => part === '' || cells.some((cell) => cell.includes(part));
  const texts = ['club_text', 'brand_text', 'size_text', 'player_name', 'location', 'description', 'number']
    .map((field) => textOf(values[field]).trim())
    .filter((text) => !isInCells(text));
  const lines = textOf(values['notes'])
    .split('\n')
    .filter((line) => !isInCells(line.trim()) && !isInCells(line.slice(line.indexOf(': ') + 2)));
  const { price, acquired_on: day } = values as { price?: { amount: string }; acquired_on?: string };
  const amount = Number(digitsOf(price?.amount));
  // Only the first number of a cell counts; the text after it is at most a remark.
  const isAmount = (cell: string) => {
    const [number] = cell.match(/\d[\d.,'’ ]*/) ?? [];
    return (
      number !== undefined &&
      (amount === 0 ? /^\D*[0\D]+$/.test(number) : amount % Number(digitsOf(number)) === 0)
    );
  };
  const isDay = (cell: string) => cell.includes(day?.slice(2, 4) ?? '') || /^\d{5}$/.test(cell);
  const records = (['club', 'brand', 'season'] as const).filter((field) => {
    const id = values[field];
    return typeof id === 'number' && RECORDS[field][id - 1] === undefined;
  });
  return [
    ...texts,
    ...lines,
    ...(price && !cells.some(isAmount) ? [price.amount] : []),
    ...(day && !cells.some(isDay) ? [day] : []),
    ...records,
  ];
}

describe('import of random rows', () => {
  it('reads no string, number, amount, date or record that no cell contains', () => {
    const cell = fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...CELLS) },
      { weight: 1, arbitrary: fc.string({ minLength: 1, maxLength: 12 }) },
    );
    const row = fc.dictionary(
      fc.constantFrom(...HEADINGS),
      cell.filter((value) => value.trim() !== ''),
      { minKeys: 1, maxKeys: 9 },
    );
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 4 }), (table) => {
        const invented = readTable(table).flatMap(({ item: values }, at) =>
          listInvented(values ?? {}, Object.values(table[at] ?? {})),
        );
        expect(invented).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});

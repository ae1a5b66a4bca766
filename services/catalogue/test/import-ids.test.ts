import { describe, expect, it } from '@jest/globals';
import { BRAND, CLUB, kitLine, useInterchange } from './interchange.ts';

/** A line of each kind that needs no other, by its table; its key, and another one. */
const KINDS = [
  ['brands', { kind: 'brand', name: 'One' }, 'slug', 'one', 'other'],
  ['competitions', { kind: 'competition', name: 'One' }, 'slug', 'one', 'other'],
  ['clubs', { kind: 'club', name: 'One' }, 'slug', 'one', 'other'],
  ['seasons', { kind: 'season' }, 'year', '2001', '2002'],
  ['kit_types', { kind: 'kit_type' }, 'name', 'One', 'Other'],
  ['kits', kitLine('one'), 'slug', 'one', 'other'],
] as const;
const BASE = [
  { ...BRAND, id: 100 },
  { ...CLUB, id: 100 },
  { kind: 'season', id: 100, year: '2024-25' },
  { kind: 'kit_type', id: 100, name: 'Home' },
];

const catalogue = useInterchange();

async function idsOf(table: string): Promise<number[]> {
  const rows = await catalogue.rows<{ id: number }>(`select id from ${table} where id <> 100 order by id`);
  return rows.map(({ id }) => id);
}

describe.each(KINDS)('the ids of %s', (table, fields, keyField, key, otherKey) => {
  const line = { ...fields, [keyField]: key };
  const changed = { ...fields, [keyField]: otherKey };
  const owner = `${fields.kind.replace('_', ' ')} "${key}"`;

  it('are taken from lines, and continue after the highest id for lines without an id', async () => {
    await catalogue.load([...BASE, { ...line, id: 700 }]);
    expect(await idsOf(table)).toEqual([700]);
    await catalogue.load([changed]);
    expect(await idsOf(table)).toEqual([700, 701]);
  });

  it('continue after the highest imported id for other writers too', async () => {
    await catalogue.load([...BASE, { ...line, id: 700 }]);
    const [row] = await catalogue.rows<{ next: string }>(`select nextval('${table}_id_seq') as next`);
    expect(row?.next).toBe('701');
  });

  it('may be ids of deleted records, and do not reset the sequence', async () => {
    await catalogue.load([...BASE, { ...line, id: 700 }]);
    await catalogue.rows(`delete from ${table} where id = 700`);
    await catalogue.load([{ ...line, id: 700 }]);
    await catalogue.load([{ ...changed, id: 3 }]);
    expect(await idsOf(table)).toEqual([3, 700]);
    const [row] = await catalogue.rows<{ next: string }>(`select nextval('${table}_id_seq') as next`);
    expect(row?.next).toBe('701');
  });

  it('stay the same for existing records when a line has another id', async () => {
    await catalogue.load([...BASE, { ...line, id: 700 }, { ...changed, id: 701 }]);
    const { updated, inserted } = await catalogue.load([
      { ...line, id: 5 },
      { ...changed, id: 700 },
    ]);
    expect({ updated, inserted }).toEqual({ updated: {}, inserted: {} });
    expect(await idsOf(table)).toEqual([700, 701]);
  });

  it('are rejected if another record in the catalogue has the same id', async () => {
    await catalogue.load([...BASE, { ...line, id: 700 }]);
    expect(await catalogue.failure([BASE[0] ?? {}, { ...changed, id: 700 }])).toBe(
      `line 2 (${otherKey}): "id" 700 belongs to the ${owner}`,
    );
    expect(await idsOf(table)).toEqual([700]);
  });

  it('are rejected if an earlier line has the same id', async () => {
    expect(await catalogue.failure([...BASE, { ...line, id: 700 }, { ...changed, id: 700 }])).toBe(
      `line 6 (${otherKey}): "id" 700 belongs to the ${owner}`,
    );
    expect(await idsOf(table)).toEqual([]);
  });

  it('are assigned from the sequence with --ignore-ids', async () => {
    await catalogue.load(BASE);
    await catalogue.load([{ ...line, id: 700 }]);
    const { status } = await catalogue.importFile([{ ...changed, id: 700 }], '--ignore-ids');
    expect(status).toBe(0);
    expect(await idsOf(table)).toEqual([700, 701]);
  });

  it.each([0, -1, 2_147_483_648, 1.5, '7', null])('cannot be %p', async (id) => {
    expect(await catalogue.failure([...BASE, { ...line, id }])).toMatch(/^line 5 \(.*\): "id" must be /);
  });

  it('cannot exceed 2147483647', async () => {
    await catalogue.load([...BASE, { ...line, id: 2_147_483_647 }]);
    expect(await catalogue.failure([changed])).toMatch(
      /there is no id left|reached maximum value of sequence/,
    );
    await catalogue.load([{ ...changed, id: 4 }]);
    expect(await idsOf(table)).toEqual([4, 2_147_483_647]);
  });
});

describe('ids of imported lines', () => {
  it('are used for references in later lines, for thousands of lines', async () => {
    const manyLines = Array.from({ length: 3000 }, (_, at) => ({
      kind: 'club',
      id: 9000 - at,
      slug: `c${at}`,
      name: 'C',
    }));
    await catalogue.load([
      ...BASE,
      ...manyLines,
      kitLine('kit', { id: 50, club: 'c2999' }),
      kitLine('next', { club: 'c0' }),
    ]);
    expect(await catalogue.rows('select id, club_id from kits order by id')).toEqual([
      { id: 50, club_id: 6001 },
      { id: 51, club_id: 9000 },
    ]);
  });

  it('are reserved before ids are assigned to kits without ids, in any line order', async () => {
    await catalogue.load([
      ...BASE,
      kitLine('a'),
      kitLine('b', { id: 1 }),
      kitLine('c'),
      kitLine('d', { id: 2 }),
    ]);
    expect(await catalogue.rows('select id, slug from kits order by id')).toEqual([
      { id: 1, slug: 'b' },
      { id: 2, slug: 'd' },
      { id: 3, slug: 'a' },
      { id: 4, slug: 'c' },
    ]);
  });

  it('are taken from the first line of a repeated key', async () => {
    await catalogue.load([
      ...BASE,
      { kind: 'club', id: 8, slug: 'twice', name: 'A' },
      { kind: 'club', id: 9, slug: 'twice', name: 'B' },
      kitLine('kit', { id: 8 }),
      kitLine('kit', { id: 9, rating: 2 }),
      kitLine('other', { id: 9 }),
    ]);
    expect(await idsOf('clubs')).toEqual([8]);
    expect(await catalogue.rows('select id, slug from kits order by id')).toEqual([
      { id: 8, slug: 'kit' },
      { id: 9, slug: 'other' },
    ]);
  });

  it('are reported in line order with all other bad lines with --skip-invalid', async () => {
    await catalogue.load([...BASE, kitLine('here', { id: 7 })]);
    const { status, stderr } = await catalogue.importFile(
      [
        kitLine('taken', { id: 7 }),
        kitLine('fine', { id: 8 }),
        kitLine('nowhere', { club: 'nobody' }),
        kitLine('again', { id: 8 }),
        { kind: 'brand', id: 100, slug: 'x', name: 'X' },
        kitLine('last', { id: 9, rating: 7 }),
      ],
      '--skip-invalid',
    );
    expect({ status, lines: stderr.trimEnd().split('\n') }).toEqual({
      status: 1,
      lines: [
        'line 1 (taken): "id" 7 belongs to the kit "here"',
        expect.stringMatching(/^line 3 \(nowhere\): "club" refers to/),
        'line 4 (again): "id" 8 belongs to the kit "fine"',
        'line 5 (x): "id" 100 belongs to the brand "adidas-kits"',
        expect.stringMatching(/^line 6 \(last\): "rating"/),
        'kits: 1 new, 0 changed.',
        'catalogue: skipped 5 invalid lines',
      ],
    });
    expect(await idsOf('kits')).toEqual([7, 8]);
  });
});

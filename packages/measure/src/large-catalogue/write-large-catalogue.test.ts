import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { writeLargeCatalogue } from './write-large-catalogue.ts';

const KITS = 5000;

interface Line {
  kind: string;
  slug: string;
  name: string;
  year: string;
  club?: string;
  season: string;
  type: string;
  brand: string;
  competitions: string[];
  main_img_url: string | null;
  rating: number | null;
}

let folder = '';
let text = '';
let lines: Line[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kitroom-large-'));
  text = await write('first.ndjson');
  lines = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
});

afterAll(() => rm(folder, { recursive: true }));

it('always writes the same catalogue', async () => {
  expect(await write('second.ndjson')).toBe(text);
});

it('writes the given number of kits, each key once', () => {
  expect(ofKind('kit')).toHaveLength(KITS);
  for (const kind of ['kit', 'club', 'brand', 'competition']) {
    const slugs = ofKind(kind).map(({ slug }) => slug);
    expect(new Set(slugs).size).toBe(slugs.length);
  }
});

it('writes everything that kits refer to before the kits', () => {
  const slugs = new Set(lines.filter(({ kind }) => kind !== 'kit').map(({ slug }) => slug));
  const references = ofKind('kit').flatMap(({ club, brand, competitions }) => [club, brand, ...competitions]);
  expect(references.filter((slug) => slug === undefined || !slugs.has(slug))).toEqual([]);
});

it('names kits by club, season and type', () => {
  const clubs = new Map(ofKind('club').map(({ slug, name }) => [slug, name]));
  const misnamed = ofKind('kit').filter(
    ({ name, club = '', season, type }) => name !== `${clubs.get(club)} ${season} ${type}`,
  );
  expect(misnamed).toEqual([]);
});

it('gives a few clubs many kits, and leaves out some pictures and ratings', () => {
  const kits = ofKind('kit');
  const sizes = [...Map.groupBy(kits, ({ club }) => club).values()].map(({ length }) => length);
  const median = sizes.toSorted((one, other) => one - other)[Math.floor(sizes.length / 2)] ?? 0;
  expect(Math.max(...sizes)).toBeGreaterThan(50 * median);
  for (const isMissing of [(kit: Line) => kit.main_img_url === null, (kit: Line) => kit.rating === null]) {
    expect(kits.filter(isMissing).length).toBeGreaterThan(0);
    expect(kits.filter(isMissing).length).toBeLessThan(KITS / 2);
  }
});

async function write(name: string): Promise<string> {
  await writeLargeCatalogue(join(folder, name), KITS);
  return readFile(join(folder, name), 'utf8');
}

function ofKind(kind: string): Line[] {
  return lines.filter((line) => line.kind === kind);
}

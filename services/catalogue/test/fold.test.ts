import { beforeAll, expect, it } from '@jest/globals';
import { kitLines, recordLine } from './fixture-catalogue.ts';
import { useCatalogue } from './test-catalogue.ts';

const catalogue = useCatalogue();

const NAMES: ReadonlyArray<[name: string, typed: string]> = [
  ['Ħamrun Spartans', 'hamrun'],
  ['Səbail FK', 'sebail'],
  ['Şahin SK', 'sahin'],
  ['Đurđevac Graničar', 'durdevac'],
  ['Ολυμπιακός Πειραιώς', 'ΟΛΥΜΠΙΑΚΟΣ'],
  ['King’s “Park” Rangers', 'king\'s "park"'],
  ['Al‑Hilal – Omdurman', 'al-hilal - omdurman'],
];

beforeAll(async () => {
  await catalogue.load([
    ...NAMES.flatMap(([name]) => [recordLine('brand', name), recordLine('competition', name)]),
    ...kitLines(NAMES.map(([club]) => ({ club }))),
  ]);
});

it.each(NAMES)('searches find %s by the keyword %s', async (name, typed) => {
  const q = encodeURIComponent(typed);
  const request = async (path: string) =>
    (await catalogue.request(path)).body as Array<Record<string, unknown>>;
  for (const list of ['clubs', 'brands', 'competitions']) {
    expect((await request(`/api/${list}/search?keyword=${q}`)).map((record) => record['name'])).toEqual([
      name,
    ]);
    expect((await request(`/api/${list}?keyword=${q}`)).map((record) => record['name'])).toEqual([name]);
  }
  expect((await request(`/api/kits/search?keyword=${q}`)).map((record) => record['team_name'])).toEqual([
    name,
  ]);
  const suggested = await request(`/api/suggest?q=${q}`);
  expect(suggested.map(({ type }) => type)).toEqual(['club', 'competition', 'brand', 'kit']);
  expect(suggested.map(({ matched }) => matched)).not.toContainEqual([]);
});

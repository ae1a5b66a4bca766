import { beforeAll, describe, expect, it } from '@jest/globals';
import { kitLines, recordLine } from './fixture-catalogue.ts';
import { useCatalogue } from './test-catalogue.ts';

const catalogue = useCatalogue();

beforeAll(async () => {
  const kits = kitLines([
    { club: 'Tottenham Hotspur', season: '2014-15' },
    { club: 'Tottenham Hotspur', season: '2014-15', type: 'Away' },
    { club: 'Paris Saint-Germain', season: '2020-21' },
    { club: 'PSV Eindhoven', season: '2020-21' },
    { club: 'Australia', season: '2014' },
    { club: 'Brighton & Hove Albion', season: '2023-24' },
    { club: 'AS Saint-Étienne', season: '2017-18' },
    { club: 'Ajax', season: '2022-23' },
    { club: 'Ajax', season: '2022-23', type: 'Away' },
    { club: 'Ajax', season: '2021-22', type: 'Away' },
    { club: 'Flamengo', season: '2019' },
    { club: 'Flamengo', season: '2021' },
    { club: 'US Salernitana 1919', season: '2021-22' },
    { club: 'Bologna FC 1909', season: '2022-23' },
    { club: 'Bologna FC 1909', season: '2021-22' },
    { club: 'Manchester United', season: '1999-00' },
    { club: 'Atlético Madrid', season: '2013-14' },
  ]);
  await catalogue.load([
    ...kits,
    recordLine('club', 'Tottenham Hotspur', { aliases: ['Spurs'] }),
    recordLine('club', 'Paris Saint-Germain', { aliases: ['PSG'] }),
  ]);
});

async function explain(keyword: string) {
  const { status, body } = await catalogue.request(
    `/api/kits/search?explain=true&keyword=${encodeURIComponent(keyword)}`,
  );
  expect(status).toBe(200);
  return body as {
    results: Array<{ name: string }>;
    tier: string | null;
    did_you_mean: string | null;
    interpretation: { season: string | null; years: number[]; terms: string[] };
  };
}

async function find(keyword: string) {
  const { results, tier } = await explain(keyword);
  return [tier, ...results.map(({ name }) => name)];
}

describe('GET /api/kits/search, by meaning', () => {
  it.each([
    ['PSG 2021 home', 'Paris Saint-Germain 2020-21 Home'],
    ['psg', 'Paris Saint-Germain 2020-21 Home'],
    ['Spurs 14/15 away', 'Tottenham Hotspur 2014-15 Away'],
    ['Ajax 2022-23 Away Kit', 'Ajax 2022-23 Away'],
    ['Ajax away shirt 2022/23', 'Ajax 2022-23 Away'],
    ['camiseta Flamengo 2019', 'Flamengo 2019 Home'],
    ['Trikot: AS Saint-Étienne', 'AS Saint-Étienne 2017-18 Home'],
    ['Brighton and Hove Albion 2023-24', 'Brighton & Hove Albion 2023-24 Home'],
    ['St Etienne 2017-18', 'AS Saint-Étienne 2017-18 Home'],
    ['Manchester Utd 1999/2000', 'Manchester United 1999-00 Home'],
    ['atl. madrid', 'Atlético Madrid 2013-14 Home'],
    ['(2017/18)', 'AS Saint-Étienne 2017-18 Home'],
    ['2017/18?', 'AS Saint-Étienne 2017-18 Home'],
    ['Ajax – 2022／23 – Away Shirt', 'Ajax 2022-23 Away'],
  ])('understands %s', async (keyword, name) => {
    expect((await find(keyword)).slice(0, 2)).toEqual(['understood', name]);
  });

  it('matches a two-year season to either single year if the club has no such season', async () => {
    expect(await find('Flamengo 2019/20')).toEqual(['phrase', 'Flamengo 2019 Home']);
    expect(await find('Flamengo 2020/21 home')).toEqual(['all_terms', 'Flamengo 2021 Home']);
    expect((await explain('Flamengo 2019/20')).interpretation).toMatchObject({
      season: '2019-20',
      years: [2019, 2020],
    });
    expect((await find('Ajax 2019/20'))[0]).not.toBe('phrase');
  });

  it('treats a year as part of the name if no kit of that year has the other terms', async () => {
    expect(await find('US Salernitana 1919')).toEqual(['phrase', 'US Salernitana 1919 2021-22 Home']);
    expect(await find('Bologna FC 1909 2022-23')).toEqual(['phrase', 'Bologna FC 1909 2022-23 Home']);
    expect((await find('Bologna FC 1909 2021')).slice(0, 2)).toEqual([
      'phrase',
      'Bologna FC 1909 2021-22 Home',
    ]);
    expect((await explain('US Salernitana 1919')).interpretation).toMatchObject({
      terms: ['us', 'salernitana', '1919'],
      years: [],
    });
  });

  it('recognises a two-year season anywhere in the keyword', async () => {
    expect(await find('ajax-2021-22')).toEqual(['phrase', 'Ajax 2021-22 Away']);
    expect(await find('Ajax ２０２１')).toEqual(['phrase', 'Ajax 2021-22 Away']);
    expect(await find('Saison: 2021/22 Ajax')).toEqual(['phrase', 'Ajax 2021-22 Away']);
  });

  it('ignores words such as kit, but finds nothing for such a word alone', async () => {
    expect((await find('2022-23 kit')).slice(0, 2)).toEqual(['understood', 'Bologna FC 1909 2022-23 Home']);
    expect(await find('kit')).toEqual([null]);
  });
});

describe('spelling correction of GET /api/kits/search', () => {
  it.each(['Spurs 2014-15', 'psg 2021', 'Spurs 19/20 hoome', 'Ajax 2022–23 kit', 'st. etienne'])(
    'suggests nothing for %s',
    async (keyword) => {
      expect((await explain(keyword)).did_you_mean).toBeNull();
    },
  );

  it('suggests nothing if the corrected keyword would not match all words', async () => {
    expect((await explain('ajaxx home')).did_you_mean).toBe('ajax home');
    expect((await explain('ajaxx flamengo')).did_you_mean).toBeNull();
  });
});

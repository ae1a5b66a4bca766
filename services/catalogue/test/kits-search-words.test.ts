import { beforeAll, describe, expect, it } from '@jest/globals';
import { kitLines, namesOf, recordLine } from './fixture-catalogue.ts';
import { useCatalogue } from './test-catalogue.ts';

const catalogue = useCatalogue();

const KITS = [
  { club: 'Brazil', season: '1998', brand: 'Nike', primary_color: 'Yellow' },
  { club: 'Brazil', season: '1998', type: 'Away', brand: 'Nike', primary_color: 'Blue' },
  { club: 'Brazil', season: '1994', brand: 'Umbro', primary_color: 'Yellow' },
  { club: 'Celtic', season: '1995-96', brand: 'Umbro', design: 'Hoops', competitions: ['premiership-kits'] },
  { club: 'Brøndby IF', season: '2019-20', brand: 'Hummel', design: 'Half-and-half' },
  { club: 'Arsenal', season: '2019-20', competitions: ['premier-league-kits', 'champions-league-kits'] },
  { club: 'Juventus', season: '2019-20', type: 'Away', competitions: ['champions-league-kits'] },
  { club: 'Juventus', season: '2018-19', design: 'Stripes', secondary_colors: ['Pink', 'Sky blue'] },
  { club: 'Palermo', season: '2018-19', brand: 'Le Coq Sportif', primary_color: 'Pink' },
  { club: 'Palermo', season: '2018-19', type: 'Portero', brand: 'Le Coq Sportif', primary_color: 'Green' },
];

beforeAll(async () => {
  await catalogue.load([
    recordLine('competition', 'Premiership'),
    recordLine('competition', 'Champions League'),
    recordLine('competition', 'Premier League', { aliases: ['EPL'] }),
    ...kitLines(KITS),
    recordLine('brand', 'Le Coq Sportif', { aliases: ['LCS'] }),
  ]);
});

async function explain(keyword: string) {
  const path = `/api/kits/search?explain=true&keyword=${encodeURIComponent(keyword)}`;
  const { status, body } = await catalogue.request(path);
  expect(status).toBe(200);
  return body;
}

describe('GET /api/kits/search, by brand, competition, design, colour and type', () => {
  it.each([
    ['nike', ['Brazil 1998 Home', 'Brazil 1998 Away']],
    ['nike 1998 brazil home', ['Brazil 1998 Home']],
    ['Umbro, 1995', ['Celtic 1995-96 Home']],
    ['umbro brazil', ['Brazil 1994 Home']],
    ['coq sportif palermo', ['Palermo 2018-19 Home', 'Palermo 2018-19 Portero']],
    ['lcs home', ['Palermo 2018-19 Home']],
    ['adidas stripes', ['Juventus 2018-19 Home']],
    ['premier league 2019/20', ['Arsenal 2019-20 Home']],
    ['epl', ['Arsenal 2019-20 Home']],
    ['champions league shirt', ['Arsenal 2019-20 Home', 'Juventus 2019-20 Away']],
    ['pink', ['Palermo 2018-19 Home', 'Juventus 2018-19 Home']],
    ['blue', ['Juventus 2018-19 Home', 'Brazil 1998 Away']],
    ['sky-blue juventus', ['Juventus 2018-19 Home']],
    ['celtic hoops', ['Celtic 1995-96 Home']],
    ['half & half', ['Brøndby IF 2019-20 Home']],
    ['half und half', ['Brøndby IF 2019-20 Home']],
    ['goalkeeper', ['Palermo 2018-19 Portero']],
    ['Palermo Keeper', ['Palermo 2018-19 Portero']],
    ['gk', ['Palermo 2018-19 Portero']],
  ])('finds kits by %s', async (keyword, names) => {
    const { results, tier, did_you_mean: correction } = await explain(keyword);
    expect([tier, namesOf(results), correction]).toEqual(['understood', names, null]);
  });

  it.each(['nik', 'tripes', 'oops', 'remier league', 'goal'])(
    'does not find kits by %s, which is only part of a word',
    async (keyword) => {
      expect((await explain(keyword)).tier).not.toBe('understood');
    },
  );

  it('finds kits that changed after the index was built', async () => {
    await catalogue.db('kits').where({ slug: 'celtic-1995-96-home-kit' }).update({ design: 'Cross' });
    await catalogue.followChanges();
    expect(namesOf((await explain('umbro cross')).results)).toEqual(['Celtic 1995-96 Home']);
    expect((await explain('umbro hoops')).results).toEqual([]);
  });
});

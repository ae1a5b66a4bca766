import { beforeAll, describe, expect, it } from '@jest/globals';
import { COUNTRY_CODES } from '@kitroom/shared';
import { recordLine } from './fixture-catalogue.ts';
import { useCatalogue } from './test-catalogue.ts';

const catalogue = useCatalogue();

const LANGUAGES = ['de', 'es', 'fr', 'it', 'pt', 'nl', 'en'];
/** Countries with a national team in the catalogue; the others have none. */
const WITH_TEAM = ['AT', 'BA', 'BR', 'CI', 'DE', 'KN', 'KR', 'LC', 'NL', 'TT', 'US', 'VC'];
const DISPLAYS = LANGUAGES.map((language) => new Intl.DisplayNames([language], { type: 'region' }));

const namesOf = (code: string) => [...new Set(DISPLAYS.map((display) => display.of(code) ?? ''))];
const englishName = (code: string) => new Intl.DisplayNames(['en'], { type: 'region' }).of(code) ?? '';

/** A club of each country with all names of the country as aliases. */
const ALIASED = [...COUNTRY_CODES].map((code, at) => ({
  name: `Wanderers ${at + 1000}`,
  country: code,
  aliases: [...namesOf(code), `FC ${englishName(code)}`],
}));

const CLUBS = [
  ...WITH_TEAM.map((code) => ({ name: englishName(code), country: code, aliases: [] })),
  { name: 'Yugoslavia', country: 'RS', aliases: [] },
  { name: 'Austria Wien', country: 'AT', aliases: ['Austria', 'Österreich', 'FK Austria'] },
  { name: 'Santa Lucía Cotzumalguapa', country: 'GT', aliases: ['Santa Lucía', 'FC Santa Lucía'] },
  { name: 'AS Monaco', country: 'FR', aliases: [] },
  { name: 'Gibraltar', country: 'GI', aliases: [] },
  { name: 'Granada', country: 'ES', aliases: [] },
  { name: 'Rovers', country: 'MT', slug: 'malta', aliases: [] },
  ...ALIASED,
];

beforeAll(async () => {
  await catalogue.load(
    CLUBS.map(({ name, ...fields }, at) => recordLine('club', name, { slug: `club-${at}-kits`, ...fields })),
  );
});

/** The names of the clubs that each text matches. */
async function matchAll(texts: readonly string[]): Promise<Array<[text: string, clubs: string[]]>> {
  const matched: Array<[string, string[]]> = [];
  for (let at = 0; at < texts.length; at += 100) {
    const clubs = texts.slice(at, at + 100);
    const { status, body } = await catalogue.request('/api/match', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ clubs }),
    });
    expect(status).toBe(200);
    const lists: Array<Array<{ name: string }>> = body.clubs;
    matched.push(
      ...clubs.map((text, place): [string, string[]] => [text, lists[place]?.map(({ name }) => name) ?? []]),
    );
  }
  return matched;
}

const match = async (text: string) => (await matchAll([text]))[0]?.[1];

/** A name in the ways in which people write it. */
function spell(name: string): string[] {
  return [
    ...new Set([
      name,
      name.toUpperCase(),
      name.normalize('NFD').replaceAll(/\p{M}/gu, ''),
      name.replaceAll('-', ' '),
    ]),
  ];
}

describe('POST /api/match with the name of a country', () => {
  it.each(WITH_TEAM)('returns only the national team of %s in every language', async (code) => {
    const matched = await matchAll(namesOf(code).flatMap(spell));
    expect(matched).toEqual(matched.map(([text]) => [text, [englishName(code)]]));
  });

  it('returns no club by an alias if the national team is missing', async () => {
    const missing = [...COUNTRY_CODES].filter((code) => !WITH_TEAM.includes(code));
    const named = new Set(['MC', 'GI', 'GD']);
    const texts = missing.filter((code) => !named.has(code)).flatMap((code) => namesOf(code).flatMap(spell));
    const matched = await matchAll(texts);
    expect(matched.filter(([, clubs]) => clubs.length > 0)).toEqual([]);
    expect(matched.length).toBeGreaterThan(2000);
  });

  it.each([
    ['Österreich', 'Austria'],
    ['OSTERREICH', 'Austria'],
    ['Oesterreich', 'Austria'],
    ['Saint Lucia', 'St. Lucia'],
    ['Saint-Lucie', 'St. Lucia'],
    ['SAINTE LUCIE', 'St. Lucia'],
    ['Santa Lucía', 'St. Lucia'],
    ['St. Vincent and the Grenadines', 'St. Vincent & Grenadines'],
    ['Bosnien-Herzegowina', 'Bosnia & Herzegovina'],
    ['U.S.A.', 'United States'],
    ['Nationalmannschaft Österreich', 'Austria'],
    ['Jugoslawien', 'Yugoslavia'],
  ])('returns the national team for %s', async (text, name) => {
    expect(await match(text)).toEqual([name]);
  });

  it.each([
    ['Monaco', 'AS Monaco'],
    ['Gibraltar', 'Gibraltar'],
    ['Gibilterra', 'Gibraltar'],
    ['Granada', 'Granada'],
    ['FK Austria', 'Austria Wien'],
    ['Austria Wien', 'Austria Wien'],
  ])('returns first, for %s, the club %s', async (text, name) => {
    expect((await match(text))?.[0]).toBe(name);
  });

  it.each(['Grenada', 'Malta', 'Grèce', 'Grece national team'])('returns no club for %s', async (text) => {
    expect(await match(text)).toEqual([]);
  });
});

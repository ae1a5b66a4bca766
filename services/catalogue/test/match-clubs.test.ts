import { beforeAll, describe, expect, it } from '@jest/globals';
import { recordLine } from './fixture-catalogue.ts';
import { useCatalogue } from './test-catalogue.ts';

const catalogue = useCatalogue();

const CLUBS: ReadonlyArray<readonly [name: string, ...aliases: string[]]> = [
  ['FC Barcelona', 'Barça'],
  ['FC Barcelona B'],
  ['FC Barcelona Femení', 'Barcelona Women'],
  ['Arsenal', 'Arsenal FC'],
  ['Arsenal Women'],
  ['Chelsea'],
  ['Club Brugge'],
  ['Austria Wien', 'FK Austria Wien'],
  ['Germany'],
  ['England'],
  ['Ivory Coast'],
  ['Netherlands'],
  ['United States'],
  ['FC Bayern München', 'Bayern'],
  ['TSV 1860 München'],
  ['Borussia Dortmund', 'BVB'],
  ['Borussia Mönchengladbach'],
  ['AS Roma'],
  ['AS Monaco'],
  ['Schalke 04', 'FC Schalke 04'],
  ['1. FC Köln'],
  ['Manchester United', 'Man Utd'],
  ['Manchester City'],
  ['AS Saint-Étienne'],
  ['PSV Eindhoven'],
  ['Cork City'],
  ['Партизан'],
  ['Torpedo Metallurg Moskva'],
  ['Portland Timbers 2'],
  ['Aston Villa'],
  ['ACF Fiorentina', 'Viola'],
  ['Olympique Lyonnais', 'Olympique Lyon'],
  ['Club León'],
  ['Real Sociedad', 'La Real'],
  ['Real Betis'],
  ['Club Nacional'],
  ['Atlético Nacional'],
  ['Queens Park Rangers'],
  ['Yugoslavia', 'Jugoslavija'],
];

beforeAll(async () => {
  await catalogue.load(
    CLUBS.map(([name, ...aliases], at) => recordLine('club', name, { slug: `club-${at}-kits`, aliases })),
  );
});

async function match(text: string): Promise<string[]> {
  const { status, body } = await catalogue.request('/api/match', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ clubs: [text] }),
  });
  expect(status).toBe(200);
  return (body.clubs[0] as Array<{ name: string }>).map(({ name }) => name);
}

describe('POST /api/match for clubs', () => {
  it.each([
    ['Barcelona', 'FC Barcelona'],
    ['barcelna', 'FC Barcelona'],
    ['F.C. Barcelona', 'FC Barcelona'],
    ['Barcelona Women', 'FC Barcelona Femení'],
    ['Arsenal FC', 'Arsenal'],
    ['Bayern', 'FC Bayern München'],
    ['FC Bayern', 'FC Bayern München'],
    ['Villa', 'Aston Villa'],
    ['Lyon', 'Olympique Lyonnais'],
    ['La Real', 'Real Sociedad'],
    ['Nacional', 'Club Nacional'],
    ['Bayern München', 'FC Bayern München'],
    ['Dortmund', 'Borussia Dortmund'],
    ['Roma', 'AS Roma'],
    ['Monaco', 'AS Monaco'],
    ['Schalke', 'Schalke 04'],
    ['FC Köln', '1. FC Köln'],
    ['man. utd', 'Manchester United'],
    ['Manchester Utd', 'Manchester United'],
    ['Saint Etienne', 'AS Saint-Étienne'],
    ['St-Etienne', 'AS Saint-Étienne'],
    ['Brugge', 'Club Brugge'],
    ['Partizan', 'Партизан'],
    ['club-6-kits', 'Club Brugge'],
    ['Queen’s Park Rangers', 'Queens Park Rangers'],
  ])('matches %s to %s', async (text, name) => {
    expect(await match(text)).toEqual([name]);
  });

  it.each([
    ['Deutschland', 'Germany'],
    ['Allemagne', 'Germany'],
    ['Inghilterra', 'England'],
    ['Côte d’Ivoire', 'Ivory Coast'],
    ['Elfenbeinküste', 'Ivory Coast'],
    ['Holland', 'Netherlands'],
    ['Países Bajos', 'Netherlands'],
    ['USA', 'United States'],
    ['Estados Unidos', 'United States'],
    ['England national team', 'England'],
    ['England national football team', 'England'],
    ["England men's national team", 'England'],
    ['Jugoslawien', 'Yugoslavia'],
    ['Selección de Alemania', 'Germany'],
    ['Équipe d’Angleterre', 'England'],
    ['Nationalmannschaft Deutschland', 'Germany'],
  ])('matches %s to the national team %s', async (text, name) => {
    expect(await match(text)).toEqual([name]);
  });

  it.each([
    'Barcelona SC',
    'Cercle Brugge',
    'Arsenal de Sarandí',
    'Chelsea Ladies',
    'Austria',
    'East Germany',
    'DDR',
    "Queen's Park",
    'Germany Women',
    'Manchester',
    'München',
    'Borussia',
    'FC Eindhoven',
    'York City',
    'Torpedo Moskva',
    'Portland Timbers',
    'Real Madrid',
    'Real',
    'Leén',
    'FC',
    '1',
    '&',
  ])('returns no club for %s', async (text) => {
    expect(await match(text)).toEqual([]);
  });
});

import { describe, expect, test } from '@jest/globals';
import { DEMO_ALIASES } from '../src/catalogue/demo-aliases.ts';
import { writeDemoCatalogue } from '../src/catalogue/demo-catalogue.ts';

interface ClubLine {
  kind: string;
  name: string;
  aliases?: string[];
}

const lines = [...writeDemoCatalogue()].map((text): ClubLine => JSON.parse(text));
const clubs = lines.filter(({ kind, aliases }) => kind === 'club' && aliases !== undefined);

describe('the aliases of the demo catalogue', () => {
  test('stand in the lines of their clubs', () => {
    expect(Object.fromEntries(clubs.map(({ name, aliases }) => [name, aliases]))).toEqual(DEMO_ALIASES);
    expect(clubs.find(({ name }) => name === 'Paris Saint-Germain')?.aliases).toContain('PSG');
  });

  test('are of one club each, but for one that two clubs share, as it happens', () => {
    const aliases = clubs.flatMap((club) => club.aliases ?? []);
    expect(aliases.filter((alias, at) => aliases.indexOf(alias) !== at)).toEqual(['FCB']);
  });
});

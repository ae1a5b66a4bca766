import { beforeAll, describe, expect, test } from '@jest/globals';
import { drawCrest, initialsOf, type CrestLook } from '@kitroom/shared';
import { writeDemoCatalogue } from '../src/catalogue/demo-catalogue.ts';
import type { DemoTeam } from '../src/catalogue/demo-team.ts';
import { listDemoTeams } from '../src/catalogue/demo-teams.ts';

interface ClubLine {
  kind: string;
  id: number;
  name: string;
  logo?: string;
}

let clubs: ClubLine[];
const teams = listDemoTeams();
const crests = teams.map((team) => drawCrest(toCrestLook(team)));

beforeAll(() => {
  clubs = [...writeDemoCatalogue()]
    .map((text): ClubLine => JSON.parse(text))
    .filter(({ kind }) => kind === 'club');
});

describe('the crests of the demo catalogue', () => {
  test('are the logos of all clubs, by path and id', () => {
    for (const { id, logo } of clubs) expect(logo).toBe(`/api/clubs/${id}/crest.svg`);
    expect(new Set(clubs.map(({ id }) => id)).size).toBe(clubs.length);
  });

  test('are well-formed XML', () => {
    expect(crests.map(faultOf).filter((fault) => fault !== null)).toEqual([]);
  });

  test('contain no scripts, links or failed computations', () => {
    for (const crest of crests) {
      expect(crest).not.toMatch(/<(?:script|style|image|use|foreignObject|a)\b|\s(?:on\w+|href|src)\s*=/i);
      expect(crest).not.toMatch(/undefined|NaN|null|\[object|url\((?!#)/);
    }
  });

  test('show the club’s home colours', () => {
    const barcelona = teams.find(({ name }) => name === 'FC Barcelona');
    expect(barcelona && drawCrest(toCrestLook(barcelona))).toMatch(/#0000FF.*#7F1734.*>FCB</);
  });

  test('differ for all clubs', () => {
    expect(new Set(crests).size).toBe(crests.length);
  });

  test('fit initials of any length inside the shield', () => {
    const widths = ['I', 'W', 'MW', 'III', 'MMM', 'ŚWM', 'ABC'].map((initials) => {
      const name = Array.from(initials, (letter) => `${letter}mm`).join(' ');
      const crest = drawCrest(toCrestLook({ name, home: ['Plain', 'Red', 'White'] }));
      const [, length = '', size = ''] = / textLength='([^']+)' .* font-size='([^']+)'/.exec(crest) ?? [];
      expect(Number(size)).toBeGreaterThan(5);
      return Number(length);
    });
    // The narrowest shield has 24 units; two are of its outline, two of the letters' rim.
    for (const width of widths) expect(width).toBeLessThanOrEqual(20);
  });

  test('have an outline that contrasts with a light background', () => {
    for (const home of [
      ['Plain', 'White'],
      ['Plain', 'Black', 'Black'],
      ['Stripes', 'Yellow', 'White'],
    ] as const) {
      expect(outlineOf(drawCrest(toCrestLook({ name: 'X', home })))).not.toMatch(/^#(?:F|E|C)/);
    }
  });

  test('are identical for the same name, and differ for other names', () => {
    const home = ['Plain', 'Red', 'White'] as const;
    const draw = (name: string) => drawCrest(toCrestLook({ name, home }));
    expect(draw('Real Madrid')).toBe(draw('Real Madrid'));
    const withoutLetters = ['RA', 'RB', 'RC', 'RD', 'RE'].map((name) => draw(name).replace(name, ''));
    expect(new Set(withoutLetters).size).toBeGreaterThan(2);
  });
});

describe('initialsOf', () => {
  test.each([
    ['FC Barcelona', 'FCB'],
    ['Real Madrid', 'RM'],
    ['Arsenal', 'ARS'],
    ['1. FC Köln', 'FCK'],
    ['Paris Saint-Germain', 'PSG'],
    ['Bayer 04 Leverkusen', 'BL'],
    ['Śląsk Wrocław', 'ŚW'],
    ['Manchester United', 'MU'],
  ])('returns the initials of %s: %s', (name, initials) => expect(initialsOf(name)).toBe(initials));

  test('returns one to three letters for every club', () => {
    expect(clubs.filter(({ name }) => !/^\p{Lu}{1,3}$/u.test(initialsOf(name)))).toEqual([]);
  });
});

function toCrestLook({
  name,
  home: [design, primary, secondary],
}: Pick<DemoTeam, 'name' | 'home'>): CrestLook {
  return { name, design, primary, secondary: secondary ?? null };
}

function outlineOf(crest: string): string | undefined {
  return /fill='none' stroke='([^']+)'/.exec(crest)?.[1];
}

/** What keeps a text from being well-formed XML of elements, attributes and plain letters. */
function faultOf(xml: string): string | null {
  const open: string[] = [];
  let end = 0;
  for (const { 0: tag, 1: slash, 2: name = '', 3: attributes = '', 4: empty, index } of xml.matchAll(TAG)) {
    if (!/^\p{L}*$/u.test(xml.slice(end, index))) return `text: ${xml.slice(end, index)}`;
    if (open.length === 0 && end > 0) return `after the root: ${tag}`;
    const names = [...attributes.matchAll(/([\w-]+)='/g)].map(([, attribute]) => attribute);
    if (new Set(names).size < names.length) return `attribute given twice: ${tag}`;
    if (slash && open.pop() !== name) return `closes what is not open: ${tag}`;
    if (!slash && !empty) open.push(name);
    end = index + tag.length;
  }
  return open.length > 0 || end < xml.length || end === 0
    ? `open: ${open.join(' ')} ${xml.slice(end)}`
    : null;
}

const TAG = /<(\/?)([A-Za-z]+)((?:\s[A-Za-z][\w-]*='[^'<&]*')*)(\/?)>/g;

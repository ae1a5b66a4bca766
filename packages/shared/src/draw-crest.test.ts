import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { COLOUR_NAMES } from './colours.ts';
import { DESIGNS } from './designs.ts';
import { drawCrest, hashCrestLook, type CrestLook } from './draw-crest.ts';

const LOOK: CrestLook = { name: 'Drawn FC', design: 'Hoops', primary: 'Claret', secondary: 'Sky blue' };

describe('a drawn crest', () => {
  it.each(['<b>&"\'', '04', '   ', '&&&', '\u0000\uD800x', '東京 ヴェルディ', '𝔄𝔅𝔈 𝔉'])(
    'contains only escaped text for a club named %j',
    (name) => {
      const crest = drawCrest({ ...LOOK, name });
      expect(crest).toMatch(/^<svg xmlns='http:\/\/www\.w3\.org\/2000\/svg'.*<\/text><\/svg>$/s);
      const [, text = '-'] = /<text[^>]*>(.*)<\/text>/s.exec(crest) ?? [];
      expect(text).toMatch(/^(?:[^<&]|&(?:lt|amp|gt|quot|#39);)*$/);
      expect(text.isWellFormed()).toBe(true);
    },
  );

  it('is grey for a club with only a name', () => {
    const crest = drawCrest({ name: 'Drawn FC', design: null, primary: null, secondary: null });
    expect(crest).toContain("fill='#808080'");
    expect(crest).not.toMatch(/undefined|NaN|null/);
  });

  it('has the recorded hash and digest; for an intended change, raise DRAWING and record both values', () => {
    const crests = [null, ...DESIGNS].flatMap((design) =>
      COLOUR_NAMES.map((primary) => drawCrest({ ...LOOK, design, primary })),
    );
    const digest = createHash('sha256').update(crests.join('')).digest('hex');
    expect([hashCrestLook(LOOK), digest.slice(0, 16)]).toEqual(['1fupxv3', '3d40b1f9359181df']);
  });

  it('has another hash for any other look', () => {
    const looks = [
      LOOK,
      { ...LOOK, name: 'Drawn SC' },
      { ...LOOK, design: 'Sash' as const },
      { ...LOOK, primary: 'Red' as const },
      { ...LOOK, secondary: null },
    ];
    expect(new Set(looks.map(hashCrestLook)).size).toBe(looks.length);
    expect(hashCrestLook({ ...LOOK })).toBe(hashCrestLook(LOOK));
  });
});

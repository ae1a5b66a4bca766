import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { COLOUR_HEX } from '../colours.ts';
import { DESIGNS } from '../designs.ts';
import { KIT_CATEGORIES } from '../kit-types.ts';
import { drawKit, hashKitLook, type KitLook } from './draw-kit.ts';

const COLOUR_SETS: readonly Pick<KitLook, 'primary' | 'secondary'>[] = [
  { primary: '#87CEEB', secondary: ['#FFFFFF'] },
  { primary: '#000080', secondary: ['#FF0000', '#FFFFFF'] },
  { primary: '#FFFFFF', secondary: [] },
  { primary: '#000000', secondary: [] },
  { primary: '#FFFFFF', secondary: ['#F5F5F5'] },
  { primary: '#FF0000', secondary: ['#FF0000', '#ff0000'] },
  { primary: null, secondary: ['#008000'] },
  { primary: null, secondary: [] },
];

describe.each(DESIGNS)('drawKit with the design %s', (design) => {
  const pictures = COLOUR_SETS.flatMap((colours) =>
    KIT_CATEGORIES.flatMap((category) => [
      drawKit({ title: design, design, ...colours, category }),
      drawKit({ title: design, design, ...colours, category, sleeves: 'none', club: 'Drawn FC' }),
    ]),
  );

  it('draws well-formed XML for all colours and cuts', () => {
    expect(pictures.map((picture) => faultOf(picture))).toEqual(pictures.map(() => null));
  });

  it('draws no scripts, links, styles or text elements', () => {
    for (const picture of pictures) {
      expect(picture).not.toMatch(/<(?:script|style|image|use|foreignObject|text|a)\b/i);
      expect(picture).not.toMatch(/\s(?:on\w+|style|class|(?:\w+:)?href|src)\s*=/i);
      expect(picture.match(/url\((?!#)/)).toBeNull();
    }
  });

  it('draws no undefined, NaN, null or infinite values', () => {
    for (const picture of pictures) expect(picture).not.toMatch(/undefined|NaN|null|Infinity|\[object/);
  });

  it('refers to exactly the ids that it defines', () => {
    for (const picture of pictures) {
      const defined = [...picture.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
      const used = new Set([...picture.matchAll(/url\(#([^)]+)\)/g)].map(([, id]) => id));
      expect(used).toEqual(new Set(defined));
      expect(new Set(defined).size).toBe(defined.length);
    }
  });

  it('draws less than 5.7 kilobytes', () => {
    for (const picture of pictures) expect(picture.length).toBeLessThan(5700);
  });
});

describe('hashKitLook', () => {
  it('returns another hash for any other look', () => {
    const look: KitLook = {
      title: 'Kit',
      design: 'Plain',
      primary: '#FF0000',
      secondary: [],
      category: 'match',
    };
    const otherLooks: KitLook[] = [
      { ...look, title: 'Other' },
      { ...look, design: 'Sash' },
      { ...look, design: null },
      { ...look, primary: '#008000' },
      { ...look, secondary: ['#FFFFFF'] },
      { ...look, category: 'jacket' },
      { ...look, sleeves: 'long' },
      { ...look, club: 'Drawn FC' },
      { ...look, variant: 1 },
      { ...look, hasEmblems: false },
    ];
    expect(new Set([look, ...otherLooks].map(hashKitLook)).size).toBe(otherLooks.length + 1);
    expect(hashKitLook({ ...look })).toBe(hashKitLook(look));
  });

  it('has the recorded hash and digest; for an intended change, raise DRAWING and record both values', () => {
    const pictures = DESIGNS.flatMap((design) =>
      COLOUR_SETS.flatMap((colours) =>
        KIT_CATEGORIES.map((category) => withoutIds(drawKit({ title: 'Kit', design, ...colours, category }))),
      ),
    );
    const digest = createHash('sha256').update(pictures.join('')).digest('hex');
    const hash = hashKitLook({ title: 'Kit', design: 'Plain', primary: null, secondary: [] });
    expect([hash, digest.slice(0, 16)]).toEqual(['14uc9o', 'b6408c4a28c7bce2']);
  });
});

describe('drawKit', () => {
  it('draws all designs differently, with any number of known colours', () => {
    for (const colours of COLOUR_SETS) {
      const bodies = DESIGNS.map((design) => withoutIds(drawKit({ title: 'Kit', design, ...colours })));
      expect(new Set(bodies).size).toBe(DESIGNS.length);
    }
  });

  it('returns the same string for the same kit', () => {
    expect(draw({ secondary: ['#FFFFFF'] })).toBe(draw({ secondary: ['#FFFFFF'] }));
  });

  it('uses different ids for different kits, so that both can be in the same page', () => {
    const ids = [draw({ title: 'One' }), draw({ title: 'Two' })].map((picture) =>
      picture.match(/ id="[^"]+"/g),
    );
    expect(ids[0]?.filter((id) => ids[1]?.includes(id))).toEqual([]);
  });

  it('draws an unknown design as plain', () => {
    expect(withoutIds(draw({ design: null }))).toBe(withoutIds(draw({ design: 'Plain' })));
  });

  it('draws the design in the first secondary colour that differs from the primary colour', () => {
    const picture = draw({ design: 'Hoops', secondary: ['#ff0000', '#008000'] });
    expect(picture).toContain('stroke="#12783D" stroke-width="400"');
  });

  it('draws the design dark on light and light on dark if the secondary colour is unknown', () => {
    expect(draw({ design: 'Hoops', primary: '#FFFF00' })).toContain('stroke="#1B2440"');
    expect(draw({ design: 'Hoops', primary: '#000080' })).toContain('stroke="#FFFFFF"');
  });

  it('distinguishes white from off-white', () => {
    const picture = draw({
      design: 'Hoops',
      primary: COLOUR_HEX.White,
      secondary: [COLOUR_HEX['Off-white']],
    });
    expect(picture).toContain('stroke="#D2CFC4" stroke-width="400"');
  });

  it('draws the edge of a band in the third colour', () => {
    const picture = draw({ design: 'Sash', secondary: ['#FFFFFF', '#008000'] });
    expect(picture).toContain('stroke="#12783D" stroke-width="44"');
  });

  it('treats a colour that is not #RRGGBB as unknown', () => {
    const picture = draw({ primary: '"/><script>', secondary: ['red', '#FFF', 'url(http://a.example/)'] });
    expect(withoutIds(picture)).toBe(withoutIds(draw({ primary: null })));
  });

  it('has three variants of the graphic design', () => {
    const forms = [0, 1, 2, 3].map((variant) => withoutIds(draw({ design: 'Graphic', variant })));
    expect(new Set(forms.slice(0, 3)).size).toBe(3);
    expect(forms[3]).toBe(forms[0]);
  });

  it('draws named colours in fabric tones, and other colours unchanged', () => {
    expect(draw({ primary: COLOUR_HEX.Blue })).not.toContain(COLOUR_HEX.Blue);
    expect(draw({ primary: '#123456' })).toContain('fill="#123456"');
  });

  it('omits the emblems if hasEmblems is false', () => {
    expect(draw({ hasEmblems: false }).length).toBeLessThan(draw({}).length - 200);
  });

  it('draws short, long or no sleeves, and long sleeves for jackets by default', () => {
    const [short, long] = ['rotate(24)', 'rotate(13)'];
    expect(draw({})).toContain(short);
    expect(draw({ sleeves: 'long' })).toContain(long);
    expect(draw({ category: 'jacket' })).toContain(long);
    expect(draw({ category: 'jacket', sleeves: 'none' })).not.toMatch(/rotate/);
  });

  it('draws crests of different shapes for different clubs', () => {
    const clubs = [
      'Real Madrid',
      'Málaga CF',
      'Arsenal',
      'Celtic',
      'Ajax',
      'Inter',
      'SL Benfica',
      'Flamengo',
    ];
    const crests = clubs.map((club) => withoutIds(draw({ club })));
    expect(new Set(crests).size).toBeGreaterThan(5);
  });

  it('contains the title', () => {
    expect(titleOf('Málaga CF 2003-04 · Home')).toBe('Málaga CF 2003-04 · Home');
  });

  it('escapes XML characters in the title', () => {
    expect(titleOf(`<b>&"]]>'`)).toBe('&lt;b&gt;&amp;&quot;]]&gt;&#39;');
  });

  it('removes characters that XML forbids from the title', () => {
    expect(titleOf('a\u0000\u0008\u000B\u001F\uFFFE\uFFFF\uD800b\tc\n👕')).toBe('ab\tc\n👕');
  });
});

function draw(look: Partial<KitLook>): string {
  return drawKit({ title: 'Kit', design: 'Plain', primary: '#FF0000', secondary: [], ...look });
}

function titleOf(title: string): string | undefined {
  return /<title>([^<]*)<\/title>/.exec(draw({ title }))?.[1];
}

function withoutIds(picture: string): string {
  const id = / id="(k[0-9a-z]+)b"/.exec(picture)?.[1] ?? '';
  return picture.replaceAll(`"${id}`, '"').replaceAll(`#${id}`, '#');
}

/** Parses the subset of XML that pictures use. Returns the first error, or null. */
function faultOf(xml: string): string | null {
  const open: string[] = [];
  let end = 0;
  for (const { 0: tag, 1: slash, 2: name = '', 3: attributes = '', 4: empty, index } of xml.matchAll(TAG)) {
    const text = xml.slice(end, index);
    if (/[<>]|&(?!(?:amp|lt|gt|quot|#39);)/.test(text)) return `text: ${text}`;
    if (open.length === 0 && end > 0) return `after the root: ${tag}`;
    const names = [...attributes.matchAll(/([\w-]+)="/g)].map(([, attribute]) => attribute);
    if (new Set(names).size < names.length) return `attribute given twice: ${tag}`;
    if (slash && open.pop() !== name) return `closes what is not open: ${tag}`;
    if (!slash && !empty) open.push(name);
    end = index + tag.length;
  }
  return open.length > 0 || end < xml.length ? `open: ${open.join(' ')} ${xml.slice(end)}` : null;
}

const TAG = /<(\/?)([A-Za-z]+)((?:\s[A-Za-z][\w-]*="[^"<&]*")*)(\/?)>/g;

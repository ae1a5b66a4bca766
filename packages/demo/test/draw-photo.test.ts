import { describe, expect, test } from '@jest/globals';
import { COLOUR_NAMES, DESIGNS } from '@kitroom/shared';
import sharp from 'sharp';
import type { DemoLook } from '../src/collection/demo-look.ts';
import { drawPants, drawShorts, drawSocks } from '../src/collection/draw-legwear.ts';
import { drawLettering } from '../src/collection/draw-lettering.ts';
import { drawPhoto, type DrawnPhoto } from '../src/collection/draw-photo.ts';
import { drawHoodie, drawShirt, drawShirtBack, drawSignature } from '../src/collection/draw-shirts.ts';
import { drawCap, drawPin, drawScarf } from '../src/collection/draw-small-things.ts';
import { allowDrawings, renderPhoto } from '../src/collection/render-photo.ts';

const FIGURES: Readonly<Record<string, (look: DemoLook) => string>> = {
  shirt: (look) => drawShirt(look),
  jacket: (look) => drawShirt(look, { category: 'jacket' }),
  back: (look) => drawShirtBack(look, {}, { name: 'Šuker', number: 9 }),
  'back without a number': (look) =>
    drawShirtBack(look, { hasLongSleeves: true }, { name: '', number: null }),
  signature: (look) => drawSignature('Okocha', look),
  hoodie: drawHoodie,
  shorts: (look) => drawShorts(look, 10),
  pants: drawPants,
  socks: drawSocks,
  pin: (look) => drawPin(look, 'FCSP'),
  cap: (look) => drawCap(look, 'CABJ'),
  scarf: (look) => drawScarf(look, 'Betis'),
};
const LOOKS: readonly DemoLook[] = [
  ...DESIGNS.map((design) => ({ design, primary: 'Red', secondary: ['White', 'Navy'] }) as const),
  ...COLOUR_NAMES.map((primary) => ({ design: 'Plain', primary, secondary: [] }) as const),
];
const RED: DemoLook = { design: 'Plain', primary: 'Red', secondary: ['White'] };

allowDrawings();

describe.each(Object.entries(FIGURES))('the drawing of a %s', (_name, drawFigure) => {
  const figures = LOOKS.map(drawFigure);

  test('is whole in every design and colour', async () => {
    for (const figure of figures) {
      expect(figure).not.toMatch(/undefined|NaN|null|\[object|Infinity/);
      // Not well-formed, and it would be refused here.
      await sharp(Buffer.from(toSmallSvg(drawPhoto('linen', [{ figure, scale: 3 }])))).metadata();
    }
  });

  test('needs no font, and nothing from elsewhere', () => {
    for (const figure of figures) {
      expect(figure).not.toMatch(/<(?:text|script|style|image|use|foreignObject|a)\b|\b(?:href|src|font)\b/i);
    }
  });

  test('paints something, each time the same', async () => {
    const figure = drawFigure(RED);
    expect(drawFigure(RED)).toBe(figure);
    const { channels } = await sharp(
      Buffer.from(toSmallSvg(drawPhoto('linen', [{ figure, scale: 3 }]))),
    ).stats();
    expect(channels[3]?.max).toBeGreaterThan(200);
  });
});

describe('a drawn text', () => {
  const place = { x: 100, y: 0, height: 60, maxWidth: 1000, colour: '#000000', rim: '#FFFFFF' };

  test('is the same in small letters and capitals, and leaves out what it has no letter for', () => {
    expect(drawLettering('Larsson', place)).toBe(drawLettering('LARSSON', place));
    expect(drawLettering('L.A!', place)).toBe(drawLettering('la', place));
    expect(drawLettering('…', place)).toBe('');
  });

  test('keeps accents', () => {
    expect(drawLettering('Š', place)).not.toBe(drawLettering('S', place));
    expect(drawLettering('É', place)).not.toBe(drawLettering('E', place));
  });

  test('stays within its width, around its middle', async () => {
    const narrow = drawLettering('Batistuta', { ...place, maxWidth: 120 });
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="80"><g transform="translate(0 10)">${narrow}</g></svg>`;
    const { info } = await sharp(Buffer.from(svg)).trim().toBuffer({ resolveWithObject: true });
    expect(info.width).toBeGreaterThan(110);
    expect(info.width).toBeLessThan(145);
    const left = -(info.trimOffsetLeft ?? 0);
    expect(Math.abs(left + info.width / 2 - 100)).toBeLessThan(3);
  });
});

describe('a photo', () => {
  const photo = drawPhoto('linen', [{ figure: drawShirt(RED), scale: 3.2 }]);

  test('is a JPEG of 900 by 1100 pixels, the same each time', async () => {
    const jpeg = await renderPhoto(photo);
    expect(await sharp(jpeg).metadata()).toMatchObject({
      format: 'jpeg',
      width: 900,
      height: 1100,
      hasAlpha: false,
    });
    expect((await renderPhoto(photo)).equals(jpeg)).toBe(true);
  });

  test('shows the thing in the middle, its backdrop in the corners, and its shadow on the lower right', async () => {
    const { data } = await sharp(await renderPhoto(photo))
      .raw()
      .toBuffer({ resolveWithObject: true });
    const at = (x: number, y: number) => [...data.subarray((y * 900 + x) * 3, (y * 900 + x) * 3 + 3)];
    const [red = 0, green = 255, blue = 255] = at(450, 600);
    expect([red > 200, green < 80, blue < 80]).toEqual([true, true, true]);
    const [corner = 0] = at(20, 20);
    expect(corner).toBeGreaterThan(200);
    // Right beneath the hem, and as far from the light on the other side without the shirt.
    const bare = await sharp(await renderPhoto(drawPhoto('linen', [])))
      .raw()
      .toBuffer();
    expect((data[(955 * 900 + 470) * 3] ?? 255) + 15).toBeLessThan(bare[(955 * 900 + 470) * 3] ?? 0);
    // The light comes from the upper left: no shadow there.
    expect(Math.abs((data[(240 * 900 + 150) * 3] ?? 0) - (bare[(240 * 900 + 150) * 3] ?? 0))).toBeLessThan(6);
  });

  test('has a hanger where one is wanted', () => {
    expect(drawPhoto('oak', [], true).things.length).toBeGreaterThan(drawPhoto('oak', []).things.length);
  });
});

/** The things of a photo alone, in a few pixels. */
function toSmallSvg({ things }: DrawnPhoto): string {
  return things.replace(/width="\d+" height="\d+"/, 'width="90" height="110"');
}

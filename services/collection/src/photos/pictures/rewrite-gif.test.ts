import { describe, expect, it } from '@jest/globals';
import { rewriteGif } from './rewrite-gif.ts';

const HEAD = hex('474946383961 0100 0100 80 00 00 000000 ffffff');
const LOOP = Buffer.concat([hex('21ff0b'), Buffer.from('NETSCAPE2.0'), hex('03 01 0000 00')]);
const FRAME = hex('21f9 04 00 0500 00 00 2c 0000 0000 0100 0100 00 02 02 4401 00');
/** A frame with its own table of two colours. */
const FRAME_WITH_COLOURS = hex('2c 0000 0000 0100 0100 80 112233 445566 02 02 4401 00');
const COMMENT = Buffer.concat([hex('21fe 06'), Buffer.from('secret'), hex('00')]);
const XMP = Buffer.concat([
  hex('21ff0b'),
  Buffer.from('XMP DataXMP'),
  hex('03'),
  Buffer.from('xmp'),
  hex('00'),
]);
const END = hex('3b');

function hex(text: string): Buffer {
  return Buffer.from(text.replaceAll(' ', ''), 'hex');
}

const OUT_OF_RANGE = expect.objectContaining({ name: 'RangeError' });

describe('rewriteGif', () => {
  it('keeps frames, delays and repetitions byte for byte', async () => {
    const whole = Buffer.concat([HEAD, LOOP, FRAME, FRAME_WITH_COLOURS, END]);
    expect(await rewriteGif(whole)).toEqual(whole);
  });

  it('drops comments, application data and data after the trailer', async () => {
    const telling = Buffer.concat([HEAD, COMMENT, LOOP, XMP, FRAME, COMMENT, END, Buffer.from('<?php')]);
    expect(await rewriteGif(telling)).toEqual(Buffer.concat([HEAD, LOOP, FRAME, END]));
  });

  it('drops plain text with its delay, and delays without a frame', async () => {
    const times = hex('21f9 04 00 0900 00 00');
    const text = hex('2101 0c 000000000000000000000000 01 41 00');
    const telling = Buffer.concat([HEAD, times, text, FRAME_WITH_COLOURS, FRAME, times, END]);
    expect(await rewriteGif(telling)).toEqual(Buffer.concat([HEAD, FRAME_WITH_COLOURS, FRAME, END]));
  });

  it('drops data after the last pixel, with or without an end code', async () => {
    // Three codes of three bits: clear, a pixel, and either the end or another pixel; then arbitrary bits.
    const [ended, open] = [hex('44ffffffff'), hex('44feffffff')].map((data) =>
      Buffer.concat([FRAME.subarray(0, -4), Buffer.of(data.length), data, Buffer.of(0)]),
    );
    for (const frame of [ended, open]) {
      const written = await rewriteGif(Buffer.concat([HEAD, frame ?? END, END]));
      expect(written.subarray(HEAD.length, -1)).toEqual(FRAME);
    }
  });

  it('adds a missing trailer', async () => {
    expect(await rewriteGif(Buffer.concat([HEAD, FRAME]))).toEqual(Buffer.concat([HEAD, FRAME, END]));
  });

  it('throws RangeError for a file that ends within a block', async () => {
    const whole = Buffer.concat([HEAD, LOOP, FRAME, END]);
    const boundaries = [
      HEAD.length,
      HEAD.length + LOOP.length,
      HEAD.length + LOOP.length + 8,
      whole.length - 1,
    ];
    const lengths = Array.from(whole.keys()).filter((length) => !boundaries.includes(length));
    for (const length of lengths)
      await expect(rewriteGif(whole.subarray(0, length))).rejects.toEqual(OUT_OF_RANGE);
  });

  it.each([
    ['unknown blocks', hex('77 00')],
    ['undefined codes', hex('2c 0000 0000 0200 0100 00 02 02 7c01 00')],
    ['pixels of nine bits', hex('2c 0000 0000 0100 0100 00 09 02 4401 00')],
  ])('throws RangeError for %s', async (_what, block) => {
    await expect(rewriteGif(Buffer.concat([HEAD, block, END]))).rejects.toEqual(OUT_OF_RANGE);
  });
});

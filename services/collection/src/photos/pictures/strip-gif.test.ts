import { describe, expect, it } from '@jest/globals';
import { stripGif } from './strip-gif.ts';

const HEAD = hex('474946383961 0100 0100 80 00 00 000000 ffffff');
const LOOP = Buffer.concat([hex('21ff0b'), Buffer.from('NETSCAPE2.0'), hex('03 01 0000 00')]);
const FRAME = hex('21f9 04 00 0500 00 00 2c 0000 0000 0100 0100 00 02 02 4401 00');
/** With a table of two colours of its own. */
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

describe('stripGif', () => {
  it('keeps pictures, times and repetitions, byte for byte', () => {
    const whole = Buffer.concat([HEAD, LOOP, FRAME, FRAME_WITH_COLOURS, END]);
    expect(stripGif(whole)).toEqual(whole);
  });

  it('drops comments, data of applications, and what follows the end', () => {
    const telling = Buffer.concat([HEAD, COMMENT, LOOP, XMP, FRAME, COMMENT, END, Buffer.from('<?php')]);
    expect(stripGif(telling)).toEqual(Buffer.concat([HEAD, LOOP, FRAME, END]));
  });

  it('adds an end that was forgotten', () => {
    expect(stripGif(Buffer.concat([HEAD, FRAME]))).toEqual(Buffer.concat([HEAD, FRAME, END]));
  });

  it('refuses whatever ends within a block', () => {
    const whole = Buffer.concat([HEAD, LOOP, FRAME, END]);
    const boundaries = [
      HEAD.length,
      HEAD.length + LOOP.length,
      HEAD.length + LOOP.length + 8,
      whole.length - 1,
    ];
    const lengths = Array.from(whole.keys()).filter((length) => !boundaries.includes(length));
    for (const length of lengths)
      expect(() => stripGif(whole.subarray(0, length))).toThrow(
        expect.objectContaining({ name: 'RangeError' }),
      );
  });

  it('refuses blocks that there are not', () => {
    expect(() => stripGif(Buffer.concat([HEAD, hex('77 00'), END]))).toThrow(
      expect.objectContaining({ name: 'RangeError' }),
    );
  });
});

import { describe, expect, it } from '@jest/globals';
import { stripWebp } from './strip-webp.ts';

const PICTURE = chunk('VP8L', Buffer.from('pixels'));
const PROFILE = chunk('ICCP', Buffer.from('profile'));

function chunk(name: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(data.length);
  return Buffer.concat([Buffer.from(name), length, data, Buffer.alloc(data.length % 2)]);
}

function webp(...chunks: Buffer[]): Buffer {
  return chunk('RIFF', Buffer.concat([Buffer.from('WEBP'), ...chunks]));
}

function extended(flags: number): Buffer {
  return chunk('VP8X', Buffer.from([flags, 0, 0, 0, 9, 0, 0, 9, 0, 0]));
}

describe('stripWebp', () => {
  it('keeps pictures and colour profile, byte for byte', () => {
    const whole = webp(extended(0x30), PROFILE, PICTURE);
    expect(stripWebp(whole)).toEqual(whole);
    expect(stripWebp(webp(PICTURE))).toEqual(webp(PICTURE));
  });

  it('drops Exif, XMP, unknown chunks and what follows the end', () => {
    const secrets = ['EXIF', 'XMP ', 'whoa'].map((name) => chunk(name, Buffer.from('secret')));
    const telling = Buffer.concat([webp(extended(0x3c), PROFILE, PICTURE, ...secrets), Buffer.from('<?php')]);
    expect(stripWebp(telling)).toEqual(webp(extended(0x30), PROFILE, PICTURE));
  });

  it('refuses whatever ends too early', () => {
    const whole = webp(extended(0), PICTURE);
    for (let length = 0; length < whole.length; length += 1) {
      expect(() => stripWebp(whole.subarray(0, length))).toThrow(
        expect.objectContaining({ name: 'RangeError' }),
      );
    }
  });

  it('refuses a chunk that is longer than what holds it', () => {
    const long = webp(PICTURE);
    long.writeUInt32LE(0xffff_fff0, 16);
    expect(() => stripWebp(long)).toThrow(expect.objectContaining({ name: 'RangeError' }));
  });
});

import { beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { isPlainProfile } from './colour-profile.ts';

const TABLE_START = 128 + 4;
const TAG_BYTES = 12;

/** A profile like those that cameras and phones embed. */
let profile: Buffer;

beforeAll(async () => {
  const picture = sharp({ create: { width: 1, height: 1, channels: 3, background: 'red' } });
  const { icc } = await sharp(await picture.withIccProfile('p3').png().toBuffer()).metadata();
  profile = icc ?? Buffer.alloc(0);
});

/** A copy of the profile with a change. */
function changed(change: (copy: Buffer) => void): Buffer {
  const copy = Buffer.from(profile);
  change(copy);
  return copy;
}

/** The profile with bytes appended, and its new length in the header. */
function longer(added: Buffer): Buffer {
  const copy = Buffer.concat([profile, added]);
  copy.writeUInt32BE(copy.length, 0);
  return copy;
}

describe('isPlainProfile', () => {
  it('accepts a profile with and without padding at its end', () => {
    expect(isPlainProfile(profile)).toBe(true);
    expect(isPlainProfile(longer(Buffer.alloc(2)))).toBe(true);
  });

  it.each<[string, () => Buffer]>([
    ['an empty file', () => Buffer.alloc(0)],
    ['data that is not a profile', () => Buffer.alloc(500, 'secret')],
    ['half a profile', () => profile.subarray(0, profile.length / 2)],
    ['a profile with a wrong length', () => Buffer.concat([profile, Buffer.alloc(4)])],
    ['a vendor tag', () => changed((copy) => copy.write('mmod', TABLE_START, 'latin1'))],
    ['a tag beyond the end', () => changed((copy) => copy.writeUInt32BE(9999, TABLE_START + 8))],
    ['a wrong number of tags', () => changed((copy) => copy.writeUInt32BE(0xffff_ffff, 128))],
    ['bytes after the last tag', () => longer(Buffer.from('secret'))],
    ['padding that is not zero', () => longer(Buffer.from('abc'))],
    ['bytes between two tags', () => changed((copy) => copy.writeUInt32BE(4, TABLE_START + TAG_BYTES + 8))],
  ])('rejects %s', (_what, make) => {
    expect(isPlainProfile(make())).toBe(false);
  });
});

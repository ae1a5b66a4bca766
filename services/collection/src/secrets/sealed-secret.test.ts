import { describe, expect, it } from '@jest/globals';
import { openSecret, sealSecret } from './sealed-secret.ts';

const KEY = 'a secret key that only tests have';
const OTHER_KEY = `${KEY}!`;
const OWNER = { kind: 'totp', userId: 7 } as const;
const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';

describe('openSecret', () => {
  it('returns the secret for the same user and key', () => {
    const sealed = sealSecret([KEY], OWNER, SECRET);
    expect(openSecret([KEY], OWNER, sealed)).toEqual({ secret: SECRET, isCurrent: true });
  });

  it('returns the secret with the previous key too, and reports which key was used', () => {
    const sealed = sealSecret([KEY, OTHER_KEY], OWNER, SECRET);
    expect(openSecret([OTHER_KEY, KEY], OWNER, sealed)).toEqual({ secret: SECRET, isCurrent: false });
    expect(openSecret([KEY, OTHER_KEY], OWNER, sealed)).toEqual({ secret: SECRET, isCurrent: true });
  });

  it('returns undefined for another user, kind or key', () => {
    const sealed = sealSecret([KEY], OWNER, SECRET);
    expect(openSecret([KEY], { ...OWNER, userId: 8 }, sealed)).toBeUndefined();
    expect(openSecret([KEY], { ...OWNER, kind: 'token' }, sealed)).toBeUndefined();
    expect(openSecret([OTHER_KEY], OWNER, sealed)).toBeUndefined();
  });

  it('returns undefined if a bit was changed or the end is missing', () => {
    const sealed = sealSecret([KEY], OWNER, SECRET);
    for (let index = 0; index < sealed.length; index += 1) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8(changed.readUInt8(index) ^ 1, index);
      expect(openSecret([KEY], OWNER, changed)).toBeUndefined();
      expect(openSecret([KEY], OWNER, sealed.subarray(0, index))).toBeUndefined();
    }
  });

  it('sealSecret returns a different value each time, without the secret in plain text', () => {
    const [first, second] = [sealSecret([KEY], OWNER, SECRET), sealSecret([KEY], OWNER, SECRET)];
    expect(first.equals(second)).toBe(false);
    expect(first.includes(SECRET)).toBe(false);
  });
});

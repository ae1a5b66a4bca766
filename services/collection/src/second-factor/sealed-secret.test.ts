import { describe, expect, it } from '@jest/globals';
import { openSecret, sealSecret } from './sealed-secret.ts';

const KEY = 'a secret key that only tests have';
const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';

describe('a sealed secret', () => {
  it('opens for the user and the key that it was sealed for', () => {
    expect(openSecret(KEY, 7, sealSecret(KEY, 7, SECRET))).toBe(SECRET);
  });

  it('opens for no other user, and under no other key', () => {
    const sealed = sealSecret(KEY, 7, SECRET);
    expect(openSecret(KEY, 8, sealed)).toBeUndefined();
    expect(openSecret(`${KEY}!`, 7, sealed)).toBeUndefined();
  });

  it('does not open when a bit of it was changed, or a part is missing', () => {
    const sealed = sealSecret(KEY, 7, SECRET);
    for (let index = 0; index < sealed.length; index += 1) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8(changed.readUInt8(index) ^ 1, index);
      expect(openSecret(KEY, 7, changed)).toBeUndefined();
      expect(openSecret(KEY, 7, sealed.subarray(0, index))).toBeUndefined();
    }
  });

  it('is another one each time, and shows nothing', () => {
    const [one, other] = [sealSecret(KEY, 7, SECRET), sealSecret(KEY, 7, SECRET)];
    expect(one.equals(other)).toBe(false);
    expect(one.includes(SECRET)).toBe(false);
  });
});

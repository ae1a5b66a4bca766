import { expect, it } from '@jest/globals';
import { drawQrCode } from './qr-code.ts';

it('draws an SVG that is another one for each address', async () => {
  const [one, other] = await Promise.all(
    ['AAAA', 'BBBB'].map((secret) => drawQrCode(`otpauth://totp/Kitroom:ada?secret=${secret}`)),
  );
  expect(one).toMatch(/^<svg [^>]*viewBox="0 0 \d+ \d+"/);
  expect(one).not.toBe(other);
  expect(one).not.toMatch(/<script|href=/);
});

import { describe, expect, it } from '@jest/globals';
import { isDiskFailing } from './disk-errors.ts';

const withCode = (code: unknown) => Object.assign(new Error('failed'), { code });

describe('isDiskFailing', () => {
  it.each(['ENOSPC', 'EDQUOT', '53100', 'EROFS', 'EACCES', 'EPERM', 'EIO', 'ENOTDIR', 'ESTALE'])(
    'is true for %s, also as a cause',
    (code) => {
      expect(isDiskFailing(withCode(code))).toBe(true);
      expect(isDiskFailing(new Error('outer', { cause: withCode(code) }))).toBe(true);
    },
  );

  it.each([
    withCode('ENOENT'),
    withCode('ECONNREFUSED'),
    withCode(5),
    new Error('EROFS'),
    'EROFS',
    undefined,
  ])('is false for anything else: %s', (error) => expect(isDiskFailing(error)).toBe(false));
});

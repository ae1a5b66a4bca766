import { describe, expect, it } from '@jest/globals';
import { toOwnPage } from './return-address.ts';

describe('toOwnPage', () => {
  it.each(['/admin/', '/admin', '/admin/users?q=a%20b&page=2', '/accounts/login?next=%2Fadmin%2F'])(
    'returns %s',
    (next) => {
      expect(toOwnPage(next, '/else')).toBe(next);
    },
  );

  it.each([
    undefined,
    '',
    'admin',
    '//evil.example/admin/',
    '/\\evil.example/admin/',
    '/.//evil.example/admin/',
    '/admin/..//evil.example',
    '/admin/../api/accounts/social/x/login/',
    '/admin/%2e%2e/api/accounts/social/x/login/',
    '/administration',
    '/api/accounts/social/x/login/',
    'https://evil.example/admin/',
    'javascript:alert(1)',
    '/admin/\r\nSet-Cookie: a=b',
    '\t/admin/',
    '/@evil.example/admin',
  ])('returns the fallback for %j', (next) => {
    expect(toOwnPage(next, '/else')).toBe('/else');
  });
});

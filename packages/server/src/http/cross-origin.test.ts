import { describe, expect, it } from '@jest/globals';
import { isOneOfOrigins, isOriginEntry } from './cross-origin.ts';

describe('the allowed origins', () => {
  const allowed = ['https://app.example.org', 'http://localhost:*'];

  it.each(['https://app.example.org', 'http://localhost:4003', 'http://localhost:5173', 'http://localhost'])(
    'include %s',
    (origin) => {
      expect(isOneOfOrigins(origin, allowed)).toBe(true);
    },
  );

  it.each([
    'https://app.example.org:8443',
    'https://localhost:4003',
    'http://localhost.example.org:4003',
    'http://localhost:4003.example.org',
    'http://me@localhost:4003',
    'http://localhost:*',
    'http://localhost:4003/',
    'null',
    '',
  ])('exclude %j', (origin) => {
    expect(isOneOfOrigins(origin, allowed)).toBe(false);
  });

  it('exclude every origin if the list is *, which permits no credentials', () => {
    expect(['https://app.example.org', 'null', '*'].map((origin) => isOneOfOrigins(origin, ['*']))).toEqual([
      false,
      false,
      false,
    ]);
  });

  it('accept entries with and without a port, which may be *, and no other strings', () => {
    expect(
      ['https://a.example', 'http://localhost:4003', 'http://localhost:*', 'http://[::1]:*'].map(
        isOriginEntry,
      ),
    ).toEqual([true, true, true, true]);
    expect(['*', 'localhost:*', 'http://a/:*', ':*', 'ftp://a:*'].map(isOriginEntry)).toEqual([
      false,
      false,
      false,
      false,
      false,
    ]);
  });
});

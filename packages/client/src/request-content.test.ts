import { describe, expect, test } from '@jest/globals';
import { toEndpointUrl } from './request-content.ts';

describe('toEndpointUrl', () => {
  const base = new URL('https://kits.example');

  test.each([
    ['https://kits.example', 'https://kits.example/api/kits'],
    ['https://kits.example/catalogue', 'https://kits.example/catalogue/api/kits'],
    ['https://kits.example/a/b//', 'https://kits.example/a/b/api/kits'],
    ['http://[::1]:8001/', 'http://[::1]:8001/api/kits'],
  ])('appends the path to %s: %s', (baseUrl, expected) => {
    expect(toEndpointUrl(new URL(baseUrl), '/api/kits', {}).href).toBe(expected);
  });

  test('repeats the parameter of a list, and omits undefined and null parameters', () => {
    const args = { color: ['Red', 'Sky blue'], empty: [], none: undefined, nil: null, blank: '', no: false };
    expect(toEndpointUrl(base, '/api/kits', args).search).toBe('?color=Red&color=Sky+blue&blank=&no=false');
  });

  test('encodes a path parameter as a single segment', () => {
    expect(toEndpointUrl(base, '/api/{name}/kits', { name: 'a/b?c#d é' }).pathname).toBe(
      '/api/a%2Fb%3Fc%23d%20%C3%A9/kits',
    );
  });

  test.each([undefined, null, '', '.', '..', {}, ['1'], '\uD800'])(
    'throws a TypeError for the path parameter %j',
    (club) => {
      expect(() => toEndpointUrl(base, '/api/clubs/{club}', { club })).toThrow(TypeError);
    },
  );

  test.each([{}, [[1]], 1n, Symbol.iterator])('throws a TypeError for the query parameter %p', (club) => {
    expect(() => toEndpointUrl(base, '/api/kits', { club })).toThrow(
      new TypeError('club must be a string, a number or a boolean'),
    );
  });
});

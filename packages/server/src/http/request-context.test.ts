import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import type { Request } from 'express';
import { readBasePath, readBaseUrl, readRequestId } from './request-context.ts';

/** The parts of a request that are read. */
function requestTo(host: string | undefined, { protocol = 'http', localAddress = '10.0.0.5' } = {}): Request {
  return { host, protocol, headers: {}, socket: { localAddress, localPort: 4000 } } as unknown as Request;
}

/** A request with this `X-Forwarded-Prefix`. */
function requestBelow(prefix: string | string[], { isTrusted = true } = {}): Request {
  const app = { get: () => () => isTrusted };
  const headers = { 'x-forwarded-prefix': prefix };
  return Object.assign(requestTo('a.example.org'), { app, headers });
}

describe('readBaseUrl', () => {
  const publicUrl = undefined;

  it.each([
    ['kits.example.org', 'http://kits.example.org'],
    ['Kits.Example.ORG:8080', 'http://kits.example.org:8080'],
    ['127.0.0.1:4000', 'http://127.0.0.1:4000'],
    ['[2001:DB8::1]:4000', 'http://[2001:db8::1]:4000'],
    ['localhost', 'http://localhost'],
  ])('uses the host that the client sends: %s', (host, expected) => {
    expect(readBaseUrl(requestTo(host), { publicUrl })).toBe(expected);
  });

  it.each([
    '',
    'a b',
    '"><script>',
    'a/b',
    'user@host',
    'host:port',
    'a,b',
    'ä.example.org',
    'x'.repeat(300),
    '[::1',
    'example.org:99999',
    '256.256.256.256',
    '[:::]',
  ])("uses the server's own address if the host is invalid: %s", (host) => {
    expect(readBaseUrl(requestTo(host), { publicUrl })).toBe('http://10.0.0.5:4000');
  });

  it("uses the server's own address if the host is missing, in brackets for IPv6", () => {
    expect(readBaseUrl(requestTo(undefined), { publicUrl })).toBe('http://10.0.0.5:4000');
    expect(readBaseUrl(requestTo(undefined, { localAddress: '::1' }), { publicUrl })).toBe(
      'http://[::1]:4000',
    );
  });

  it('uses the protocol that a trusted proxy sends', () => {
    expect(readBaseUrl(requestTo('a.example.org', { protocol: 'https' }), { publicUrl })).toBe(
      'https://a.example.org',
    );
  });

  it('uses PUBLIC_URL if set, even if the request names another host', () => {
    expect(readBaseUrl(requestTo('evil.example.org'), { publicUrl: 'https://kits.example.org/a' })).toBe(
      'https://kits.example.org/a',
    );
  });
});

describe('readBaseUrl behind a proxy that strips a path prefix', () => {
  const publicUrl = undefined;

  it.each([
    ['/kits', '/kits'],
    ['/kits/', '/kits'],
    ['/a/b-c_d.e~f', '/a/b-c_d.e~f'],
    ['/...', '/...'],
  ])('appends the prefix %s', (prefix, path) => {
    expect(readBaseUrl(requestBelow(prefix), { publicUrl })).toBe(`http://a.example.org${path}`);
    expect(readBasePath(requestBelow(prefix), { publicUrl })).toBe(path);
  });

  it.each([
    '',
    '/',
    'kits',
    '//evil.example',
    '/a//b',
    '/a/../b',
    '/..',
    '/./a',
    '/a/.',
    '/a?b',
    '/a#b',
    '/a b',
    '/a\\b',
    '/a%2Fb',
    '/a"><script>',
    '/a, /b',
    '/ä',
    '/a\n',
    'https://evil.example/a',
    `/${'x'.repeat(200)}`,
  ])('ignores the invalid prefix %j', (prefix) => {
    expect(readBaseUrl(requestBelow(prefix), { publicUrl })).toBe('http://a.example.org');
    expect(readBasePath(requestBelow(prefix), { publicUrl })).toBe('');
  });

  it('ignores the prefix of a proxy that is not trusted', () => {
    expect(readBaseUrl(requestBelow('/kits', { isTrusted: false }), { publicUrl })).toBe(
      'http://a.example.org',
    );
  });

  it('ignores the prefix if PUBLIC_URL is set', () => {
    const address = { publicUrl: 'https://kits.example.org/a' };
    expect(readBaseUrl(requestBelow('/kits'), address)).toBe('https://kits.example.org/a');
    expect(readBasePath(requestBelow('/kits'), address)).toBe('/a');
  });
});

describe('readRequestId', () => {
  const withId = (id: string | string[] | undefined) =>
    readRequestId({ headers: { 'x-request-id': id } } as unknown as IncomingMessage);

  it.each(['a', '4bf92f3577b34da6', 'A-b_c.d:e/f+g=h@i', 'x'.repeat(128)])(
    "returns the client's id: %s",
    (id) => {
      expect(withId(id)).toBe(id);
    },
  );

  it.each(['', ' ', 'a b', 'a\tb', 'é', '{}', '"a"', 'a;b', 'x'.repeat(129)])(
    'returns undefined for an invalid id: "%s"',
    (id) => {
      expect(withId(id)).toBeUndefined();
    },
  );

  it('returns undefined for a missing id and for several ids', () => {
    expect(withId(undefined)).toBeUndefined();
    expect(withId(['a', 'b'])).toBeUndefined();
  });
});

import { describe, expect, it } from '@jest/globals';
import { parseTrustProxy } from './trust-proxy.ts';

describe('parseTrustProxy', () => {
  it.each([
    ['0', false],
    ['1', 1],
    ['12', 12],
    ['10.0.0.1', ['10.0.0.1']],
    ['10.0.0.0/8', ['10.0.0.0/8']],
    ['fd00::/8', ['fd00::/8']],
    ['::1/128', ['::1/128']],
    ['loopback', ['loopback']],
    ['loopback,linklocal , uniquelocal', ['loopback', 'linklocal', 'uniquelocal']],
    ['127.0.0.1, 192.168.0.0/16', ['127.0.0.1', '192.168.0.0/16']],
  ])('reads %s', (text, expected) => {
    expect(parseTrustProxy(text)).toEqual(expected);
  });

  it.each([
    '',
    ' ',
    'true',
    'all',
    '*',
    '-1',
    '1.5',
    '100',
    '10.0.0',
    '10.0.0.0/33',
    '0.0.0.0/0',
    '::/0',
    'fd00::/129',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '10.0.0.0/x',
    'proxy.example.org',
    '10.0.0.1,',
    ',',
    '1,2',
  ])('refuses "%s"', (text) => {
    expect(parseTrustProxy(text)).toBeUndefined();
  });
});

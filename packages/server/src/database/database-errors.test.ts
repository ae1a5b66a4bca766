import { describe, expect, it } from '@jest/globals';
import { isDatabaseRefused, isDatabaseUnavailable, isDiskFailing } from './database-errors.ts';

function errorWith(code: string): Error {
  return Object.assign(new Error('reported by the server'), { code });
}

describe('isDatabaseUnavailable', () => {
  it.each([
    ['the connection is refused', 'ECONNREFUSED'],
    ['the connection broke', 'ECONNRESET'],
    ['the host is unknown', 'ENOTFOUND'],
    ['the network is slow', 'ETIMEDOUT'],
    ['the connection failed', '08006'],
    ['there are too many connections', '53300'],
    ['the disk is full', '53100'],
    ['the server is out of memory', '53200'],
    ['the server is a standby', '25006'],
    ['an administrator ended the connection', '57P01'],
    ['the server crashed', '57P02'],
    ['the server is starting', '57P03'],
    ['a statement took too long', '57014'],
    ['the database accepts no connections', '55000'],
    ['the database does not exist', '3D000'],
    ['the password is wrong', '28P01'],
    ['the user is not authorised', '28000'],
  ])('is true when %s', (_what, code) => {
    expect(isDatabaseUnavailable(errorWith(code))).toBe(true);
  });

  it.each([
    ['a table is missing', '42P01'],
    ['a statement has a syntax error', '42601'],
    ['a unique key already exists', '23505'],
    ['a row is still referenced', '23503'],
    ['two transactions deadlock', '40P01'],
    ['a number is out of range', '22003'],
    ['a file is missing', 'ENOENT'],
  ])('is false when %s', (_what, code) => {
    expect(isDatabaseUnavailable(errorWith(code))).toBe(false);
  });

  it.each([
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'Client has encountered a connection error and is not queryable',
    'timeout expired',
    'select 1 - Query read timeout',
  ])('is true for the pg message without a code: %s', (message) => {
    expect(isDatabaseUnavailable(new Error(message))).toBe(true);
  });

  it('is true for a KnexTimeoutError', () => {
    expect(isDatabaseUnavailable(Object.assign(new Error('full'), { name: 'KnexTimeoutError' }))).toBe(true);
  });

  it('is true for an AggregateError only if its errors are connection errors', () => {
    expect(
      isDatabaseUnavailable(new AggregateError([errorWith('ECONNREFUSED'), errorWith('ECONNREFUSED')])),
    ).toBe(true);
    expect(isDatabaseUnavailable(new AggregateError([errorWith('42P01')]))).toBe(false);
  });

  it.each([undefined, null, 'ECONNREFUSED', { code: 'ECONNREFUSED' }, new TypeError('x is not a function')])(
    'is false for other values: %p',
    (thrown) => {
      expect(isDatabaseUnavailable(thrown)).toBe(false);
    },
  );
});

describe('isDatabaseRefused', () => {
  it('is true for errors that an operator has to fix, and false for temporary errors', () => {
    expect(['28P01', '28000', '3D000'].map((code) => isDatabaseRefused(errorWith(code)))).toEqual([
      true,
      true,
      true,
    ]);
    expect(
      ['55000', '57P03', 'ECONNREFUSED', '42P01'].map((code) => isDatabaseRefused(errorWith(code))),
    ).toEqual(Array(4).fill(false));
  });
});

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
  ])('is false for other values: %s', (error) => expect(isDiskFailing(error)).toBe(false));
});

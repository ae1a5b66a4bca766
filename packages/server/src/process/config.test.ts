import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import {
  commonVariables,
  databaseUrlVariable,
  integerVariable,
  integerVariableOr,
  parseTrustProxy,
  readConfig,
  switchVariable,
} from './config.ts';

const schema = z.object({
  COUNT: integerVariable(1, 10),
  SIZE: integerVariableOr(0, 5, 3),
  ON: switchVariable(true),
  DATABASE_URL: databaseUrlVariable.optional(),
});

function readError(env: Record<string, string>): string {
  try {
    readConfig(schema, env);
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

describe('readConfig', () => {
  it('treats an empty variable as absent', () => {
    expect(readConfig(schema, { COUNT: '1', SIZE: '', ON: '' })).toEqual({ COUNT: 1, SIZE: 3, ON: true });
  });

  it('ignores unknown variables', () => {
    expect(readConfig(schema, { COUNT: '1', HOME: '/root' })).not.toHaveProperty('HOME');
  });

  it('names a missing required variable', () => {
    expect(readError({})).toBe('COUNT is required: an integer from 1 to 10');
  });

  it('names each invalid variable once, with its value and the allowed values', () => {
    expect(readError({ COUNT: '11', SIZE: '-1', ON: 'perhaps' })).toBe(
      'COUNT is "11": expected an integer from 1 to 10; SIZE is "-1": expected an integer from 0 to 5; ' +
        'ON is "perhaps": expected true, 1, yes, on, false, 0, no or off',
    );
  });

  it('does not show secrets in errors', () => {
    const message = readError({ COUNT: '1', DATABASE_URL: 'mysql://u:secret@h/d' });
    expect(message).toMatch(/^DATABASE_URL is set to a wrong value: expected an address such as postgres:/);
    expect(message).not.toContain('secret@h');
  });
});

describe('integerVariable', () => {
  it.each(['1', '10', '007'])('accepts %s', (COUNT) => {
    expect(readConfig(schema, { COUNT }).COUNT).toBe(Number(COUNT));
  });

  it.each(['0', '11', '1.0', '1e1', '0x5', ' 5', '5 ', '+5', '-5', '٣', '9'.repeat(13)])(
    'rejects %s',
    (COUNT) => {
      expect(readError({ COUNT })).toContain('COUNT is ');
    },
  );
});

describe('switchVariable', () => {
  it.each(['true', 'TRUE', '1', 'yes', 'On'])('is true for %s', (ON) => {
    expect(readConfig(schema, { COUNT: '1', ON }).ON).toBe(true);
  });

  it.each(['false', 'False', '0', 'no', 'off'])('is false for %s', (ON) => {
    expect(readConfig(schema, { COUNT: '1', ON }).ON).toBe(false);
  });
});

describe('commonVariables', () => {
  const anyText = new Set(['NODE_ENV', 'HOST']);

  it.each(Object.entries(commonVariables).filter(([name]) => !anyText.has(name)))(
    'state the allowed values in the error for an invalid %s',
    (name, variable) => {
      const invalid = z.object({ [name]: variable });
      expect(() => readConfig(invalid, { [name]: '\u0000wrong\n' })).toThrow(
        new RegExp(`^${name} is .*expected (?!another value)`),
      );
    },
  );
});

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
  ])('rejects "%s"', (text) => {
    expect(parseTrustProxy(text)).toBeUndefined();
  });
});

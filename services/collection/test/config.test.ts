import { describe, expect, it } from '@jest/globals';
import { readCollectionConfig } from '../src/config.ts';

const DATABASE_URL = 'postgres://nobody@127.0.0.1:1/none';

describe('THROTTLE_ANON, THROTTLE_USER and THROTTLE_LOGIN', () => {
  it('have their documented defaults', () => {
    expect(readCollectionConfig({ DATABASE_URL })).toMatchObject({
      THROTTLE_ANON: { limit: 20, seconds: 3600 },
      THROTTLE_USER: { limit: 100, seconds: 3600 },
      THROTTLE_LOGIN: { limit: 5, seconds: 300 },
    });
  });

  it.each(['THROTTLE_ANON', 'THROTTLE_USER', 'THROTTLE_LOGIN'])(
    'are read as number and seconds: %s',
    (name) => {
      expect(readCollectionConfig({ DATABASE_URL, [name]: '7/60' })).toMatchObject({
        [name]: { limit: 7, seconds: 60 },
      });
    },
  );

  it.each(['7', '7/', '/60', '0/60', '7/0', '-1/60', '1.5/60', '7/60/2', '7/hour', '7/9999999'])(
    'are refused in one line that names them: %s',
    (value) => {
      expect(() => readCollectionConfig({ DATABASE_URL, THROTTLE_LOGIN: value })).toThrow(
        `THROTTLE_LOGIN is "${value}": allowed is <number>/<seconds>, such as 5/300`,
      );
    },
  );
});

describe('SECRET_KEY', () => {
  it('is required in production, and long enough anywhere', () => {
    expect(() => readCollectionConfig({ DATABASE_URL, NODE_ENV: 'production' })).toThrow(
      'SECRET_KEY is required in production',
    );
    expect(() => readCollectionConfig({ DATABASE_URL, SECRET_KEY: 'short and sweet' })).toThrow(
      /^SECRET_KEY is set to a wrong value: (?!.*sweet)/,
    );
  });
});

import { describe, expect, it } from '@jest/globals';
import { readCollectionConfig } from '../src/config.ts';

const CLUB = {
  OIDC_CLUB_ISSUER: 'https://accounts.club.example',
  OIDC_CLUB_CLIENT_ID: 'kitroom',
  OIDC_CLUB_CLIENT_SECRET: 'the-secret',
};
const DATABASE_URL = 'postgres://nobody@127.0.0.1:1/none';

describe('THROTTLE_ANON, THROTTLE_USER, THROTTLE_LOGIN and THROTTLE_SHARED', () => {
  it('default to 20/3600, 100/3600, 5/300 and 300/3600', () => {
    expect(readCollectionConfig({ DATABASE_URL })).toMatchObject({
      THROTTLE_ANON: { limit: 20, seconds: 3600 },
      THROTTLE_USER: { limit: 100, seconds: 3600 },
      THROTTLE_LOGIN: { limit: 5, seconds: 300 },
      THROTTLE_SHARED: { limit: 300, seconds: 3600 },
    });
  });

  it.each(['THROTTLE_ANON', 'THROTTLE_USER', 'THROTTLE_LOGIN', 'THROTTLE_SHARED'])(
    'parse 7/60 as a limit of 7 per 60 seconds: %s',
    (name) => {
      expect(readCollectionConfig({ DATABASE_URL, [name]: '7/60' })).toMatchObject({
        [name]: { limit: 7, seconds: 60 },
      });
    },
  );

  it.each(['7', '7/', '/60', '0/60', '7/0', '-1/60', '1.5/60', '7/60/2', '7/hour', '7/9999999'])(
    'reject %s with an error that names the variable, its value and the format',
    (value) => {
      expect(() => readCollectionConfig({ DATABASE_URL, THROTTLE_LOGIN: value })).toThrow(
        `THROTTLE_LOGIN is "${value}": expected <number>/<seconds>, such as 5/300`,
      );
    },
  );
});

describe('USER_STORAGE_MAX and USER_ITEMS_MAX', () => {
  it.each([
    [{}, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
    [
      { USER_STORAGE_MAX: 'none', USER_ITEMS_MAX: 'none' },
      Number.POSITIVE_INFINITY,
      Number.POSITIVE_INFINITY,
    ],
    [{ USER_STORAGE_MAX: '500MiB', USER_ITEMS_MAX: '1000' }, 524_288_000, 1000],
    [{ USER_STORAGE_MAX: '1048576', USER_ITEMS_MAX: '' }, 1_048_576, Number.POSITIVE_INFINITY],
  ])('parse sizes and counts, without a limit by default: %j', (env, USER_STORAGE_MAX, USER_ITEMS_MAX) => {
    expect(readCollectionConfig({ DATABASE_URL, ...env })).toMatchObject({
      USER_STORAGE_MAX,
      USER_ITEMS_MAX,
    });
  });

  it('reject invalid values in one line that names each variable, its value and what is allowed', () => {
    const env = { DATABASE_URL, USER_STORAGE_MAX: '500MB', USER_ITEMS_MAX: '-5' };
    expect(() => readCollectionConfig(env)).toThrow(
      'USER_STORAGE_MAX is "500MB": expected bytes such as 500MiB or 2GiB (KiB, MiB, GiB, TiB, or a plain number), or none; ' +
        'USER_ITEMS_MAX is "-5": expected a whole number such as 1000, or none',
    );
  });
});

describe('ADMIN_REQUIRE_MFA', () => {
  it.each([
    ['', true],
    ['no', false],
    ['TRUE', true],
  ])('defaults to true and can be turned off: "%s"', (ADMIN_REQUIRE_MFA, expected) => {
    expect(readCollectionConfig({ DATABASE_URL, ADMIN_REQUIRE_MFA })).toMatchObject({
      ADMIN_REQUIRE_MFA: expected,
    });
  });
});

describe('SECRET_KEY and SECRET_KEY_PREVIOUS', () => {
  it('require SECRET_KEY in production, and reject a short SECRET_KEY without printing it', () => {
    expect(() => readCollectionConfig({ DATABASE_URL, NODE_ENV: 'production' })).toThrow(
      'SECRET_KEY is required in production',
    );
    expect(() => readCollectionConfig({ DATABASE_URL, SECRET_KEY: 'short and sweet' })).toThrow(
      /^SECRET_KEY is set to a wrong value: (?!.*sweet)/,
    );
  });

  it.each([
    ['short and sweet', /^SECRET_KEY_PREVIOUS is set to a wrong value: expected .* 32 (?!.*sweet)/],
    ['k'.repeat(32), /^SECRET_KEY_PREVIOUS must differ from SECRET_KEY: /],
  ])(
    'reject a SECRET_KEY_PREVIOUS that is short or equal to SECRET_KEY, without printing it: %s',
    (SECRET_KEY_PREVIOUS, line) => {
      const env = { DATABASE_URL, SECRET_KEY: 'k'.repeat(32) };
      expect(readCollectionConfig({ ...env, SECRET_KEY_PREVIOUS: '' })).not.toHaveProperty(
        'SECRET_KEY_PREVIOUS',
      );
      expect(configErrorOf({ ...env, SECRET_KEY_PREVIOUS })).toMatch(line);
      expect(configErrorOf({ ...env, SECRET_KEY_PREVIOUS })).not.toContain('kkk');
    },
  );

  it('require SECRET_KEY if SECRET_KEY_PREVIOUS is set', () => {
    expect(configErrorOf({ DATABASE_URL, SECRET_KEY_PREVIOUS: 'k'.repeat(32) })).toBe(
      'SECRET_KEY_PREVIOUS is set, but SECRET_KEY is not',
    );
  });
});

describe('readCollectionConfig', () => {
  it('reports all invalid variables in one error, including conditions on several variables', () => {
    const line = configErrorOf({
      PORT: 'x',
      NODE_ENV: 'production',
      STORAGE: 's3',
      S3_REGION: 'eu-south-2',
      OIDC_CLUB_CLIENT_ID: 'kits',
      OIDC_CLUB_CLIENT_SECRET: 'geheim123',
    });
    expect(line.split('; ')).toEqual([
      'PORT is "x": expected an integer from 0 to 65535',
      'DATABASE_URL is required: an address such as postgres://user:password@host:5432/database',
      expect.stringMatching(/^SECRET_KEY is required in production/),
      expect.stringMatching(/^S3_BUCKET is required with STORAGE=s3/),
      expect.stringMatching(/^OIDC_CLUB_ISSUER is required/),
    ]);
  });

  it('reports a variable that is invalid by itself without checking conditions on several variables', () => {
    const line = configErrorOf({ DATABASE_URL, SECRET_KEY: 'short', SECRET_KEY_PREVIOUS: 'k'.repeat(32) });
    expect(line).toMatch(/^SECRET_KEY is set to a wrong value: [^;]+$/);
  });
});

describe('STORAGE, S3_* and MEDIA_URL', () => {
  const S3 = {
    DATABASE_URL,
    STORAGE: 's3',
    S3_BUCKET: 'kits',
    S3_ENDPOINT: 'http://127.0.0.1:9000',
    S3_ACCESS_KEY_ID: 'the-id',
    S3_SECRET_ACCESS_KEY: 'the-secret',
  };
  const KEY_ID = 'S3_ACCESS_KEY_ID is required with STORAGE=s3: the id of an access key';
  const KEY = 'S3_SECRET_ACCESS_KEY is required with STORAGE=s3: the access key itself';
  const REGION = 'S3_REGION is required with STORAGE=s3: a region such as eu-central-1';

  it('default to the local folder .data/media, served at /media/', () => {
    expect(readCollectionConfig({ DATABASE_URL })).toMatchObject({
      STORAGE: 'local',
      MEDIA_ROOT: '.data/media',
      MEDIA_URL: '/media/',
    });
  });

  it('accept an S3 endpoint with an access key, and AWS with a region and no key', () => {
    expect(() => readCollectionConfig(S3)).not.toThrow();
    const aws = { DATABASE_URL, STORAGE: 's3', S3_BUCKET: 'kits', S3_REGION: 'eu-south-2' };
    expect(() => readCollectionConfig(aws)).not.toThrow();
  });

  it.each([
    [
      { DATABASE_URL, STORAGE: 's3' },
      `S3_BUCKET is required with STORAGE=s3: the name of a bucket; ${REGION}`,
    ],
    [{ ...S3, S3_BUCKET: '' }, 'S3_BUCKET is required with STORAGE=s3: the name of a bucket'],
    [{ ...S3, S3_ENDPOINT: '' }, REGION],
    [{ ...S3, S3_SECRET_ACCESS_KEY: '' }, KEY],
    [{ ...S3, S3_ACCESS_KEY_ID: '' }, KEY_ID],
    [{ ...S3, S3_ACCESS_KEY_ID: '', S3_SECRET_ACCESS_KEY: '' }, `${KEY_ID}; ${KEY}`],
    [{ ...S3, S3_ENDPOINT: '', S3_REGION: 'eu-south-2', S3_SECRET_ACCESS_KEY: '' }, KEY],
  ])('report missing S3 variables in one line without secrets: %j', (env, line) => {
    expect(configErrorOf(env)).toBe(line);
  });

  it('accept incomplete S3 variables with STORAGE=local', () => {
    expect(() => readCollectionConfig({ ...S3, STORAGE: 'local', S3_BUCKET: '' })).not.toThrow();
  });

  it.each([
    ['STORAGE', 'ftp', 'local or s3'],
    ['STORAGE', 'S3', 'local or s3'],
    ['S3_BUCKET', 'two/buckets', 'the name of a bucket'],
    ['S3_REGION', 'eu central', 'a region such as eu-central-1'],
    ['S3_ENDPOINT', 'minio:9000', 'the address of a server that speaks S3'],
    ['S3_PUBLIC_URL', 'cdn.example.org', 'the address that the bucket is served at'],
  ])('reject %s=%s with an error that says what is allowed', (name, value, allowed) => {
    expect(configErrorOf({ ...S3, [name]: value })).toBe(`${name} is "${value}": expected ${allowed}`);
  });

  it.each([
    ['/media', '/media/'],
    ['/media/', '/media/'],
    ['/kit/pictures', '/kit/pictures/'],
    ['https://cdn.example.org', 'https://cdn.example.org/'],
    ['http://cdn.example.org:8080/kits', 'http://cdn.example.org:8080/kits/'],
  ])(
    'accept a path or an absolute URL as MEDIA_URL, and append a missing slash: %s',
    (mediaUrl, MEDIA_URL) => {
      expect(readCollectionConfig({ DATABASE_URL, MEDIA_URL: mediaUrl })).toMatchObject({ MEDIA_URL });
    },
  );

  it.each([
    'media',
    '/',
    '//cdn.example.org/',
    '/api/media/',
    '/api',
    '/archive/media/',
    '/accounts/',
    '/admin/media/',
    '/me dia/',
    '/../media/',
    '/media//',
    '/media/:name/',
    '/media/*',
    '/media/?a=b',
    'cdn.example.org',
    'ftp://cdn.example.org/',
    'https://cdn.example.org/?a=b',
    'https://cdn.example.org/#a',
    'https://cdn.example.org/api/',
  ])('reject an unusable MEDIA_URL: %s', (MEDIA_URL) => {
    expect(configErrorOf({ DATABASE_URL, MEDIA_URL })).toMatch(/^MEDIA_URL is ".*": expected a path such as/);
  });
});

describe('SIGN_UP, SIGN_UP_DOMAINS, PASSWORD_SIGN_IN and OIDC_AUTO_REDIRECT', () => {
  it('reject PASSWORD_SIGN_IN=off without a configured provider', () => {
    expect(configErrorOf({ DATABASE_URL, PASSWORD_SIGN_IN: 'off' })).toBe(
      'PASSWORD_SIGN_IN is "off": expected on or staff, unless OIDC_<NAME>_ISSUER names a sign-in provider',
    );
    expect(() => readCollectionConfig({ DATABASE_URL, PASSWORD_SIGN_IN: 'off', ...CLUB })).not.toThrow();
  });

  it.each(['CLUB', 'fan', ' club', 'none'])(
    'reject an OIDC_AUTO_REDIRECT that is not the name of a configured provider: "%s"',
    (name) => {
      const line = `OIDC_AUTO_REDIRECT is "${name}": expected the lower-case name of a configured provider`;
      const env = { DATABASE_URL, OIDC_AUTO_REDIRECT: name };
      expect(configErrorOf(env)).toBe(`${line} (none is configured)`);
      expect(configErrorOf({ ...env, ...CLUB })).toBe(`${line} (club)`);
      expect(readCollectionConfig({ ...env, ...CLUB, OIDC_AUTO_REDIRECT: 'club' })).toMatchObject({
        OIDC_AUTO_REDIRECT: 'club',
      });
    },
  );

  it('report errors of PASSWORD_SIGN_IN and OIDC_AUTO_REDIRECT together', () => {
    const errors = configErrorOf({ DATABASE_URL, PASSWORD_SIGN_IN: 'off', OIDC_AUTO_REDIRECT: 'club' });
    expect(errors).toMatch(
      /^PASSWORD_SIGN_IN is "off": .+; OIDC_AUTO_REDIRECT is "club": .+ \(none is configured\)$/,
    );
  });

  it('default to open sign-up from any domain and sign-in with a password', () => {
    const config = readCollectionConfig({ DATABASE_URL });
    expect(config).toMatchObject({ SIGN_UP: 'open', PASSWORD_SIGN_IN: 'on' });
    expect(config.SIGN_UP_DOMAINS).toBeUndefined();
  });

  it.each([
    ['SIGN_UP', 'open or closed', 'no', 'Closed', 'true', ' open'],
    [
      'SIGN_UP_DOMAINS',
      'domains separated by commas, such as example.org,example.com',
      ',',
      'example.org,',
      '@example.org',
      'ada@example.org',
      'https://example.org',
      '*.example.org',
      'example.org example.com',
      'localhost',
    ],
    ['PASSWORD_SIGN_IN', 'on, staff or off', 'true', 'ON', 'none'],
  ])('report an invalid %s with its value and what is allowed', (name, allowed, ...values) => {
    for (const value of values) {
      const line = `${name} is ${JSON.stringify(value)}: expected ${allowed}`;
      expect(configErrorOf({ DATABASE_URL, [name]: value })).toBe(line);
    }
  });
});

function configErrorOf(env: Record<string, string>): string {
  try {
    readCollectionConfig(env);
    return 'nothing is wrong';
  } catch (error) {
    return (error as Error).message;
  }
}

describe('DATABASE_READ_URL', () => {
  const READ = { DATABASE_URL, DATABASE_READ_URL: 'postgres://nobody@127.0.0.1:2/none' };

  it('is rejected without REDIS_URL', () => {
    expect(() => readCollectionConfig(READ)).toThrow('DATABASE_READ_URL requires REDIS_URL');
    expect(readCollectionConfig({ ...READ, REDIS_URL: 'redis://127.0.0.1:1' })).toMatchObject({
      ...READ,
      DATABASE_READ_MAX_LAG_SECONDS: 5,
    });
  });
});

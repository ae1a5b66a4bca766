import { describe, expect, it } from '@jest/globals';
import { runServiceCommand } from '@kitroom/testing/test-processes';
import { readCatalogueConfig } from '../src/config.ts';

// Nothing listens there: a service that got past its configuration would not end by itself.
const DATABASE_URL = 'postgres://nobody:geheim123@127.0.0.1:1/none';

/** Each variable with invalid values, and part of the text that says what is allowed. */
const WRONG: Array<[name: string, allowed: string, ...values: string[]]> = [
  ['PORT', '65535', '65536', '-1', '4000x', '4e3', '0x10', ' 4000', '1.5'],
  ['DATABASE_POOL_MAX', 'from 1', '0', 'many', '1001'],
  ['PUBLIC_URL', 'https://', 'kits.example.org', 'ftp://kits.example.org', '/api'],
  ['TRUST_PROXY', 'number of proxies', 'yes', '-1', '300.1.1.1', '10.0.0.0/33', 'loopback;10.0.0.1', '1,2'],
  [
    'CORS_ORIGINS',
    'https://',
    '*,https://a.example.org',
    'none,https://a.example.org',
    'app.example.org',
    'https://app.example.org/path',
    'https://a.example.org,,b',
  ],
  ['DEBUG', 'true', 'maybe', '2'],
  ['LOG_LEVEL', 'trace, debug, info, warn, error, fatal, silent', 'verbose', 'INFO', '30'],
  ['WORKER', 'false', 'none', '-'],
  ['SHUTDOWN_GRACE_SECONDS', 'from 0', '-5', '3601', '25s'],
  ['METRICS_PORT', '65535', '0', '70000', 'on'],
  ['API_PUBLIC_DOCS', 'true', 'public', '3'],
  ['RATE_LIMIT_REQUESTS', 'from 1', '0', '-1', 'none', '1e3'],
  ['RATE_LIMIT_WINDOW_SECONDS', 'from 1', '0', '1h', '99999999'],
  ['ARCHIVE_BASE_URL', 'archive', 'archive.example.org', 'file:///etc/passwd'],
  ['ARCHIVE_USER_AGENT', 'ASCII', 'Ünïcode', 'a\tb'],
  ['ARCHIVE_MIN_INTERVAL_MS', '2000', '1999', '0', 'fast', '-1'],
];

const CASES = WRONG.flatMap(([name, allowed, ...values]) =>
  values.map((value) => ({ name, value, allowed })),
);

describe('an invalid environment variable', () => {
  it.each(CASES)(
    'is reported with its value and the allowed values: $name=$value',
    ({ name, value, allowed }) => {
      const message = configErrorOf({ DATABASE_URL, [name]: value });
      expect(message).toContain(`${name} is ${JSON.stringify(value)}: expected `);
      expect(message).toContain(allowed);
      expect(message).not.toContain('\n');
      expect(message).not.toContain('geheim123');
    },
  );

  it.each([
    ['DATABASE_URL', 'mysql://root:geheim123@localhost/db'],
    ['DATABASE_URL', 'geheim123'],
    ['REDIS_URL', 'http://:geheim123@localhost'],
    ['REDIS_URL', 'geheim123'],
    ['ADMIN_PASSWORD', 'geheim123'],
  ])('is reported without its value if the value is a secret: %s', (name, value) => {
    const message = configErrorOf({ DATABASE_URL, [name]: value });
    expect(message).toContain(`${name} is set to a wrong value: expected `);
    expect(message).not.toContain('geheim123');
  });

  it('is reported together with all other invalid variables', () => {
    const message = configErrorOf({ DATABASE_URL, PORT: 'x', DEBUG: 'y' });
    expect(message).toContain('PORT is "x"');
    expect(message).toContain('DEBUG is "y"');
    expect(message).not.toContain('\n');
  });

  it('is reported if it is required and missing', () => {
    expect(configErrorOf({})).toMatch(/^DATABASE_URL is required: .*postgres:\/\//);
    expect(configErrorOf({ DATABASE_URL: '' })).toMatch(/^DATABASE_URL is required/);
  });

  it('is reported in one line, even if the value has line breaks', () => {
    expect(configErrorOf({ DATABASE_URL, PORT: '1\n2\r3' })).not.toMatch(/[\n\r]/);
  });

  // Checks one value per command, as a process for each value would take minutes.
  it.each(['serve', 'worker', 'migrate', 'keys list', 'import -', 'export'])(
    'ends the process at startup with one error line: %s',
    async (command) => {
      const env = { DATABASE_URL, LOG_LEVEL: 'loud' };
      const { status, stdout, stderr } = await runServiceCommand('catalogue', command.split(' '), { env });
      expect([status, stdout, stderr]).toEqual([
        1,
        '',
        'catalogue: LOG_LEVEL is "loud": expected trace, debug, info, warn, error, fatal, silent\n',
      ]);
    },
  );
});

describe('a valid environment variable', () => {
  it.each([
    ['DATABASE_POOL_MAX', '25', 25],
    ['TRUST_PROXY', '2', 2],
    ['TRUST_PROXY', '0', false],
    ['TRUST_PROXY', 'loopback, 10.0.0.0/8, fd00::/8', ['loopback', '10.0.0.0/8', 'fd00::/8']],
    ['PUBLIC_URL', 'https://kits.example.org/a/', 'https://kits.example.org/a'],
    [
      'CORS_ORIGINS',
      'https://a.example.org, http://localhost:5173/',
      ['https://a.example.org', 'http://localhost:5173'],
    ],
    ['CORS_ORIGINS', ' * ', ['*']],
    ['CORS_ORIGINS', 'none', []],
    ['DEBUG', 'Yes', true],
    ['WORKER', 'OFF', false],
    ['API_ENABLE_AUTH', 'banana', false],
    ['API_ENABLE_AUTH', 'YES', true],
    ['SHUTDOWN_GRACE_SECONDS', '0', 0],
    ['ARCHIVE_MIN_INTERVAL_MS', '2000', 2000],
  ])('is read: %s=%s', (name, value, expected) => {
    expect(readCatalogueConfig({ DATABASE_URL, [name]: value })).toMatchObject({ [name]: expected });
  });

  it.each(['http://127.0.0.1:8080', 'http://localhost:1', 'http://[::1]:9'])(
    'allows shorter intervals for an archive at a loopback address: %s',
    (ARCHIVE_BASE_URL) => {
      const config = readCatalogueConfig({ DATABASE_URL, ARCHIVE_BASE_URL, ARCHIVE_MIN_INTERVAL_MS: '0' });
      expect(config.ARCHIVE_MIN_INTERVAL_MS).toBe(0);
    },
  );

  it.each(['http://127.0.0.1.example.org', 'http://localhost.example.org', 'http://10.0.0.1'])(
    'does not treat %s as a loopback address',
    (ARCHIVE_BASE_URL) => {
      const message = configErrorOf({ DATABASE_URL, ARCHIVE_BASE_URL, ARCHIVE_MIN_INTERVAL_MS: '1999' });
      expect(message).toContain('ARCHIVE_MIN_INTERVAL_MS');
    },
  );

  it('has its documented default', () => {
    expect(readCatalogueConfig({ DATABASE_URL })).toMatchObject({
      HOST: '127.0.0.1',
      PORT: 4000,
      DATABASE_POOL_MAX: 10,
      API_ENABLE_AUTH: false,
      API_PUBLIC_DOCS: false,
      RATE_LIMIT_REQUESTS: 100,
      RATE_LIMIT_WINDOW_SECONDS: 3600,
      ARCHIVE_MIN_INTERVAL_MS: 2000,
      TRUST_PROXY: false,
      CORS_ORIGINS: ['*'],
      DEBUG: false,
      LOG_LEVEL: 'info',
      WORKER: true,
      SHUTDOWN_GRACE_SECONDS: 25,
    });
  });
});

function configErrorOf(env: Record<string, string>): string {
  try {
    readCatalogueConfig(env);
  } catch (error) {
    if (error instanceof Error && error.name === 'ConfigError') return error.message;
    throw error;
  }
  return 'no problem';
}

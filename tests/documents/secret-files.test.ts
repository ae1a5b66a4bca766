import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { listFileVariables } from '@kitroom/server/process/config';
import { runServiceCommand } from '@kitroom/testing/test-processes';
import { renderConfiguration } from '../../scripts/write-configuration.ts';
import * as catalogue from '../../services/catalogue/src/config.ts';
import * as collection from '../../services/collection/src/config.ts';

const DATABASE_URL = 'postgres://nobody:geheim123@127.0.0.1:1/none';
const SECRET = 'geheim123'.repeat(4);
const folder = mkdtempSync(join(tmpdir(), 'kitroom-secrets-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Every variable that can be read from a file, with a valid value. */
const SECRETS = {
  catalogue: {
    DATABASE_URL,
    DATABASE_DIRECT_URL: DATABASE_URL,
    REDIS_URL: 'redis://:geheim123@127.0.0.1:1',
    ADMIN_PASSWORD: SECRET,
  },
  collection: {
    DATABASE_URL,
    DATABASE_DIRECT_URL: DATABASE_URL,
    DATABASE_READ_URL: DATABASE_URL,
    REDIS_URL: 'redis://:geheim123@127.0.0.1:1',
    SECRET_KEY: SECRET,
    SECRET_KEY_PREVIOUS: `previous ${SECRET}`,
    CATALOGUE_API_KEY: SECRET,
    SMTP_URL: 'smtps://kits:geheim123@127.0.0.1:1',
    S3_ACCESS_KEY_ID: SECRET,
    S3_SECRET_ACCESS_KEY: SECRET,
    OIDC_CLUB_CLIENT_SECRET: SECRET,
  },
};

/** Other variables that these variables require. */
const OTHERS = {
  catalogue: { DATABASE_URL },
  collection: {
    DATABASE_URL,
    REDIS_URL: 'redis://127.0.0.1:1',
    SECRET_KEY: 'k'.repeat(32),
    OIDC_CLUB_ISSUER: 'https://accounts.club.example',
    OIDC_CLUB_CLIENT_ID: 'kitroom',
    OIDC_CLUB_CLIENT_SECRET: 'of the variable',
  },
};

type Service = keyof typeof SECRETS;

const CASES = (['catalogue', 'collection'] as const).flatMap((service) =>
  Object.entries(SECRETS[service]).map(([name, value]) => ({ service, name, value })),
);

describe.each(CASES)('$name_FILE of the $service', ({ service, name, value }) => {
  it.each([
    ['a line break', '\n'],
    ['a Windows line break', '\r\n'],
    ['no line break', ''],
  ])('reads the value of a file that ends with %s', (_ending, ending) => {
    const config = read(service, name, { [`${name}_FILE`]: write(value + ending) });
    expect(valueOf(config, name)).toBe(value);
  });

  it.each([
    ['is missing', join(folder, 'missing')],
    ['is a folder', folder],
    ['is empty', write('')],
    ['contains only a line break', write('\n')],
    ['contains only a Windows line break', write('\r\n')],
    ['is larger than 64 KiB', write(SECRET.padEnd(64 * 1024 + 1, 'x'))],
    ['never ends', '/dev/zero'],
  ])('causes an error in one line if the file %s', (_what, path) => {
    const line = readError(service, name, { [`${name}_FILE`]: path });
    expect(line).toMatch(new RegExp(`^${name}_FILE is "${path}", which [^\n;]+: expected a readable file`));
    expect(line).not.toContain('geheim123');
  });

  it('causes an error in one line if the variable is set too', () => {
    const line = readError(service, name, { [name]: value, [`${name}_FILE`]: write(value) });
    expect(line).toBe(`${name}_FILE is set, but ${name} is too: expected one of them`);
  });

  it('is ignored if it is empty', () => {
    expect(valueOf(read(service, name, { [name]: value, [`${name}_FILE`]: '' }), name)).toBe(value);
  });
});

describe('a secret in a file', () => {
  it('keeps all line breaks except the last, and may be 64 KiB long', () => {
    const text = `${'k'.repeat(64 * 1024 - 2)}\n`;
    const config = read('collection', 'SECRET_KEY', { SECRET_KEY_FILE: write(`${text}\n`) });
    expect(config).toMatchObject({ SECRET_KEY: text });
  });

  it('is validated like a variable, and not shown in the error', () => {
    const line = readError('collection', 'SECRET_KEY', { SECRET_KEY_FILE: write('geheim123') });
    expect(line).toMatch(/^SECRET_KEY is set to a wrong value: expected .* 32 characters$/);
  });

  it('satisfies conditions on several variables, and a wrong file causes a single error', () => {
    const production = { NODE_ENV: 'production' };
    const file = { SECRET_KEY_FILE: write(SECRET) };
    expect(read('collection', 'SECRET_KEY', { ...production, ...file })).toMatchObject({
      SECRET_KEY: SECRET,
    });
    const line = readError('collection', 'SECRET_KEY', { ...production, SECRET_KEY_FILE: folder });
    expect(line).not.toContain('SECRET_KEY is required');
  });

  it.each([
    ['catalogue', ['serve']],
    ['catalogue', ['migrate']],
    ['catalogue', ['operators', 'list']],
    ['collection', ['worker']],
    ['collection', ['tokens', 'show', 'anna']],
  ] as const)('makes the %s exit with one line if its file is missing: %j', async (service, args) => {
    const env = { REDIS_URL_FILE: join(folder, 'missing'), DATABASE_URL_FILE: write(DATABASE_URL) };
    const { status, stdout, stderr } = await runServiceCommand(service, [...args], { env });
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(new RegExp(`^${service}: REDIS_URL_FILE is "[^\n]+ENOENT[^\n]+\n$`));
  });
});

describe('docs/configuration.md', () => {
  it('lists exactly the variables that may be in a file', async () => {
    const page = await renderConfiguration();
    const listed = [...page.matchAll(/, `([\w<>]+)_FILE` +\|/g)].map(([, name = '']) => name);
    const tested = CASES.map(({ name }) => name.replace('_CLUB_', '_<NAME>_'));
    expect(listed.toSorted()).toEqual([...new Set(tested)].toSorted());
    const inCode = [catalogue, collection].flatMap(({ variables }) => listFileVariables(variables));
    expect([...new Set([...inCode, 'OIDC_<NAME>_CLIENT_SECRET'])].toSorted()).toEqual(listed.toSorted());
  });
});

/** Reads the configuration with everything that the variable requires. */
function read(service: Service, name: string, env: Record<string, string>): object {
  const variables = { ...OTHERS[service], [name]: '', ...env };
  return service === 'catalogue'
    ? catalogue.readCatalogueConfig(variables)
    : collection.readCollectionConfig(variables);
}

function readError(...args: Parameters<typeof read>): string {
  try {
    return `nothing is wrong: ${JSON.stringify(read(...args))}`;
  } catch (error) {
    return (error as Error).message;
  }
}

function valueOf(config: object, name: string): unknown {
  const { oidc } = config as { oidc?: Array<{ clientSecret: string }> };
  return name.startsWith('OIDC_') ? oidc?.[0]?.clientSecret : new Map(Object.entries(config)).get(name);
}

function write(content: string): string {
  const path = join(mkdtempSync(join(folder, 'secret-')), 'value');
  writeFileSync(path, content);
  return path;
}

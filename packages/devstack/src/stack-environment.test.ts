import { describe, expect, it } from '@jest/globals';
import { serviceEnvironment } from './stack-environment.ts';
import { stackFiles } from './stack-settings.ts';

const showcase = 'http://localhost:4002';

function environmentOf(service: 'catalogue' | 'collection', env: NodeJS.ProcessEnv = {}) {
  return serviceEnvironment(service, env, stackFiles('/data'), {
    host: '127.0.0.1',
    ports: { postgres: 5432, catalogue: 4000, collection: 4001, showcase: 4002 },
    addresses: {
      catalogue: 'http://localhost:4000',
      collection: 'http://localhost:4001',
      showcase,
      network: [],
    },
    databaseUrl: 'postgres://localhost/kits',
    secretKey: 'k'.repeat(32),
  });
}

describe.each(['catalogue', 'collection'] as const)('the environment of the %s', (service) => {
  it('has high limits, and the address of the showcase', () => {
    expect(environmentOf(service)).toMatchObject({
      RATE_LIMIT_REQUESTS: '3000',
      THROTTLE_USER: '3000/3600',
      THROTTLE_ANON: '600/3600',
      THROTTLE_ARCHIVE: '600/3600',
      THROTTLE_SHARED: '3000/3600',
      SHOWCASE_URL: showcase,
    });
  });

  it('keeps configured limits and a configured address of the showcase', () => {
    const set = { THROTTLE_USER: '5/60', SHOWCASE_URL: 'https://shirts.example.org' };
    expect(environmentOf(service, set)).toMatchObject({ ...set, RATE_LIMIT_REQUESTS: '3000' });
  });

  it.each([
    ['https://app.example.org', `https://app.example.org,${showcase}`],
    ['none', showcase],
    ['*', '*'],
  ])('allows the showcase in addition to CORS_ORIGINS=%s', (CORS_ORIGINS, expected) => {
    expect(environmentOf(service, { CORS_ORIGINS })).toMatchObject({ CORS_ORIGINS: expected });
  });
});

describe('the environment of the services without CORS_ORIGINS', () => {
  it('allows all origins in the catalogue, and local origins in the collection service', () => {
    expect(environmentOf('catalogue', { CORS_ORIGINS: '' })).toMatchObject({ CORS_ORIGINS: '*' });
    expect(environmentOf('collection')).toMatchObject({ CORS_ORIGINS: `http://localhost:*,${showcase}` });
  });
});

import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import nock from 'nock';
import { openArchive, type Archive } from '../src/archive/fetch-archive.ts';
import type { Pace } from '../src/archive/pace.ts';

const ASKER = { client: 'ann', collector: 1 };
const NEVER = new AbortController().signal;

beforeAll(() => {
  if (!nock.isActive()) nock.activate();
  nock.disableNetConnect();
});

afterEach(() => nock.cleanAll());

afterAll(() => {
  nock.enableNetConnect();
  nock.restore();
});

function open(baseUrl: string): Archive {
  const pace: Pace = {
    intervalMs: 0,
    take: (_asker, ask) => ask(() => undefined),
    postpone: async () => undefined,
  };
  return openArchive({ baseUrl, userAgent: 'test', pace, count: () => undefined });
}

describe('a redirect of the archive', () => {
  it('from https to http is refused, also on the same host', async () => {
    nock('https://archive.example').get('/').reply(302, '', { Location: 'http://archive.example/' });
    const plain = nock('http://archive.example').get('/').reply(200, 'everybody may read along');
    await expect(open('https://archive.example').get('/', ASKER, NEVER)).rejects.toThrow(
      'The archive redirected from https to an unencrypted address: http://archive.example/',
    );
    expect(plain.isDone()).toBe(false);
  });

  it('from http to https is followed, and the way back refused', async () => {
    nock('http://archive.example').get('/').reply(301, '', { Location: 'https://archive.example/' });
    nock('https://archive.example').get('/').reply(200, 'welcome');
    expect(await open('http://archive.example').get('/', ASKER, NEVER)).toMatchObject({ text: 'welcome' });

    nock('http://archive.example').get('/').reply(301, '', { Location: 'https://archive.example/' });
    nock('https://archive.example').get('/').reply(301, '', { Location: 'http://archive.example/' });
    await expect(open('http://archive.example').get('/', ASKER, NEVER)).rejects.toThrow('unencrypted');
  });
});

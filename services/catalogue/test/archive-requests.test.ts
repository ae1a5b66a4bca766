import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import nock from 'nock';
import { startStandInArchive } from '@kitroom/devstack/stand-in-archive/stand-in-archive';
import { openArchive, toText, type Archive } from '../src/archive/fetch-archive.ts';
import type { Pace } from '../src/archive/pace.ts';

const REQUESTER = { client: 'ann', collector: 1 };
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
    take: (_requester, request) => request(() => undefined),
    postpone: async () => undefined,
  };
  return openArchive({ baseUrl, userAgent: 'test', pace, count: () => undefined });
}

describe('a redirect of the archive', () => {
  it('is rejected from https to http, even on the same host', async () => {
    nock('https://archive.example').get('/').reply(302, '', { Location: 'http://archive.example/' });
    const plain = nock('http://archive.example').get('/').reply(200, 'everybody may read along');
    await expect(open('https://archive.example').get('/', REQUESTER, NEVER)).rejects.toThrow(
      'The archive redirected from https to an unencrypted address: http://archive.example/',
    );
    expect(plain.isDone()).toBe(false);
  });

  it('is followed from http to https, and a redirect back to http is rejected', async () => {
    nock('http://archive.example').get('/').reply(301, '', { Location: 'https://archive.example/' });
    nock('https://archive.example').get('/').reply(200, 'welcome');
    const response = await open('http://archive.example').get('/', REQUESTER, NEVER);
    expect(toText(response)).toBe('welcome');

    nock('http://archive.example').get('/').reply(301, '', { Location: 'https://archive.example/' });
    nock('https://archive.example').get('/').reply(301, '', { Location: 'http://archive.example/' });
    await expect(open('http://archive.example').get('/', REQUESTER, NEVER)).rejects.toThrow('unencrypted');
  });
});

describe('a picture of the archive', () => {
  const archive = open('https://www.archive.example');

  it.each([
    'https://www.archive.example/a.png',
    'https://archive.example/a.png',
    'https://cdn.archive.example/a.png',
  ])('is fetched from %s', async (url) => {
    nock(new URL(url).origin).get('/a.png').reply(200, 'picture');
    expect(toText(await archive.getImage(url, REQUESTER, NEVER))).toBe('picture');
  });

  it.each([
    'http://cdn.archive.example/a.png',
    'https://cdn.archive.example:8443/a.png',
    'https://myarchive.example/a.png',
    'https://archive.example.elsewhere.example/a.png',
  ])('is not fetched from %s, not even after a redirect', async (url) => {
    await expect(archive.getImage(url, REQUESTER, NEVER)).rejects.toThrow("not on the archive's host");
    nock('https://www.archive.example').get('/b.png').reply(302, '', { Location: url });
    await expect(archive.getImage('https://www.archive.example/b.png', REQUESTER, NEVER)).rejects.toThrow(
      'redirected to another place',
    );
  });
});

describe('the archive', () => {
  it('receives no request if the process stops while its turn is granted', async () => {
    const stand = await startStandInArchive();
    const stop = new AbortController();
    const pace: Pace = {
      intervalMs: 0,
      take: (_requester, request) => {
        stop.abort();
        return request(() => undefined);
      },
      postpone: async () => undefined,
    };
    const archive = openArchive({ baseUrl: stand.url, userAgent: 'test', pace, count: () => undefined });
    await expect(archive.get('/', { client: 'a', collector: 1 }, stop.signal)).rejects.toThrow('aborted');
    expect(stand.requests()).toEqual([]);
    await stand.stop();
  });
});

import { describe, expect, it } from '@jest/globals';
import { openLocalServer, type Reply } from '@kitroom/testing/local-server';
import { sendRequests, takeTurns } from '../src/send-requests.ts';
import { timeRequests } from '../src/time-requests.ts';

const HEADERS = { Accept: '*/*' };
const REQUESTS = [
  { path: '/one', headers: HEADERS },
  { path: '/two', headers: HEADERS, method: 'POST' as const, body: 'Málaga' },
];
const forbid: Reply = (response) => response.writeHead(403, { 'Content-Length': 0 }).end();

async function open(reply: Reply) {
  const { baseUrl, seen, close } = await openLocalServer(reply);
  const load = { port: Number(new URL(baseUrl).port), next: takeTurns(REQUESTS, { isCold: true }) };
  return { load: { ...load, connections: 3, until: { amount: 30 } }, seen, [Symbol.asyncDispose]: close };
}

describe('sendRequests', () => {
  it('sends the wanted number of requests, and never repeats cold requests', async () => {
    await using server = await open((response) => response.end('[]'));
    expect(await sendRequests(server.load)).toMatchObject({ requests: 30 });
    const sent = server.seen.map(({ headers, url, body }) => `${headers.host} ${url} ${body}`);
    expect(new Set(sent).size).toBe(30);
    expect(sent).toContain('p14.localhost /two Málaga');
  });

  it('sends Content-Length and a body only with requests that have a body', async () => {
    await using server = await open((response) => response.end('[]'));
    await sendRequests({ ...server.load, next: takeTurns(REQUESTS) });
    const bodies = server.seen.map(({ headers, url, body }) => [url, headers['content-length'], body]);
    expect(new Set(bodies.map(String))).toEqual(new Set(['/one,,', '/two,7,Málaga']));
  });

  it('rejects if a response has another status than 200', async () => {
    await using server = await open(forbid);
    await expect(sendRequests(server.load)).rejects.toThrow(
      '/one and similar requests do not have status 200',
    );
  });
});

describe('timeRequests', () => {
  it('sends one request after the other, and times complete responses', async () => {
    await using server = await open((response) => response.setHeader('X-Cache', 'HIT').end('x'.repeat(1e6)));
    const { p50, p95, hits } = await timeRequests(server.load, 0.2);
    expect([p50 > 0.1, p95 >= p50, hits]).toEqual([true, true, 1]);
    expect(server.seen.slice(0, 2)).toMatchObject([{ url: '/one' }, { url: '/two', body: 'Málaga' }]);
  });

  it('rejects if a response has another status than 200, or the connection closes', async () => {
    await using server = await open(forbid);
    await expect(timeRequests(server.load, 1)).rejects.toThrow('/one has HTTP/1.1 403 Forbidden');
    await using closed = await open((response) => response.destroy());
    await expect(timeRequests(closed.load, 1)).rejects.toThrow('no complete response');
  });
});

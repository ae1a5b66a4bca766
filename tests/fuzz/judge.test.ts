import { describe, expect, it } from '@jest/globals';
import { buildDocuments } from '../../scripts/write-openapi.ts';
import type { WireAnswer, WireRequest } from './exchange.ts';
import { createJudge } from './judge.ts';

const judge = createJudge(buildDocuments().collection);

function ask(target: string, options: Partial<WireRequest> = {}): WireRequest {
  const headers = [['Host', 'localhost']] as const;
  return {
    method: 'GET',
    target,
    headers,
    body: Buffer.alloc(0),
    pieces: 1,
    isAlone: false,
    leaves: false,
    ...options,
  };
}

function answer(status: number, body: unknown, headers: Record<string, string> = {}): WireAnswer {
  const own = status === 401 ? { 'www-authenticate': 'Token' } : { etag: '"a"' };
  const all = { 'x-request-id': 'a', 'content-type': 'application/json; charset=utf-8', ...own, ...headers };
  const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  return { status, headers: new Map(Object.entries(all)), body: bytes, ms: 1 };
}

const legal = { isIllegal: false, isAddressed: true };
const findProblems = (...args: Parameters<typeof answer>) =>
  judge(ask('/api/users/me/'), answer(...args), legal);
const ME = { username: 'ada', name: '', url: 'http://localhost/api/users/ada/' };

describe('the judge of responses', () => {
  it('has nothing against one that is as documented', () => {
    expect(findProblems(200, ME)).toEqual([]);
    expect(findProblems(401, { detail: 'No.' })).toEqual([]);
  });

  it.each<[string, RegExp, Parameters<typeof answer>]>([
    ['a 500', /status 500/, [500, { detail: 'Oh.' }]],
    ['a limit that was set high', /429/, [429, { detail: 'Slowly.' }]],
    ['another status', /404 is a status that is not documented/, [404, { detail: 'No.' }]],
    ['a field too many', /secret is not documented/, [200, { ...ME, secret: 1 }]],
    ['a missing field', /name is missing/, [200, { username: 'ada' }]],
    ['another type of content', /content type text\/html/, [200, 'x', { 'content-type': 'text/html' }]],
    ['broken JSON', /can not be read/, [200, '{']],
    ['no request id', /no X-Request-Id/, [200, ME, { 'x-request-id': '' }]],
    ['a stack', /tells too much/, [401, { detail: 'x\n    at f (/a/b.ts:1:2)' }]],
    ['a message of the database', /tells too much/, [401, { detail: 'duplicate key value' }]],
  ])('complains of %s', (_what, problem, wrong) => {
    expect(findProblems(...wrong).join('\n')).toMatch(problem);
  });

  it('lets a server refuse what it can not read, with a reason', () => {
    const refused = answer(400, { detail: 'Bad Request.' });
    const wrong = ask('/api/users/me/', { method: 'BREW' });
    expect(judge(wrong, refused, { isIllegal: true, isAddressed: false })).toEqual([]);
    expect(judge(wrong, answer(400, ''), { isIllegal: true, isAddressed: false })).not.toEqual([]);
    expect(judge(ask('/api/users/me/'), refused, legal)).not.toEqual([]);
  });
});

import { describe, expect, it } from '@jest/globals';
import { buildDocuments } from '../../scripts/write-openapi.ts';
import { createProblemFinder } from './find-problems.ts';

const findProblems = createProblemFinder(buildDocuments().collection);

const REQUEST = { method: 'GET', target: '/api/users/me/', isMalformed: false };
const ME = { username: 'ada', name: '', url: 'http://localhost/api/users/ada/' };

function response(status: number, body: unknown, headers: Record<string, string> = {}) {
  const required = status === 401 ? { 'www-authenticate': 'Token' } : { etag: '"a"' };
  const common = { 'x-request-id': 'a', 'content-type': 'application/json; charset=utf-8', ...required };
  const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  return { status, headers: new Headers({ ...common, ...headers }), body: bytes };
}

describe('createProblemFinder', () => {
  it('returns no problems for documented responses', () => {
    expect(findProblems(REQUEST, response(200, ME))).toEqual([]);
    expect(findProblems(REQUEST, response(401, { detail: 'Unauthorized.' }))).toEqual([]);
  });

  it.each<[string, RegExp, Parameters<typeof response>]>([
    ['status 500', /status 500/, [500, { detail: 'Failed.' }]],
    ['status 429 in spite of high limits', /429/, [429, { detail: 'Too many requests.' }]],
    ['an undocumented status', /404 is a status that is not documented/, [404, { detail: 'Not found.' }]],
    ['invalid JSON', /unreadable body/, [200, '{']],
    ['a missing request id', /no X-Request-Id/, [200, ME, { 'x-request-id': '' }]],
    ['a stack trace', /leaks internals/, [401, { detail: 'x\n    at f (/a/b.ts:1:2)' }]],
    ['an error message of the database', /leaks internals/, [401, { detail: 'duplicate key value' }]],
  ])('reports %s', (_name, problem, invalid) => {
    expect(findProblems(REQUEST, response(...invalid)).join('\n')).toMatch(problem);
  });

  it('accepts 400 with a description for a malformed request only', () => {
    const malformed = { ...REQUEST, method: 'BREW', isMalformed: true };
    expect(findProblems(malformed, response(400, { detail: 'Bad Request.' }), false)).toEqual([]);
    expect(findProblems(malformed, response(400, ''), false)).not.toEqual([]);
    expect(findProblems(REQUEST, response(400, { detail: 'Bad Request.' }))).not.toEqual([]);
  });
});

import { basename } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { findCoverageMistakes, listDocumentedResponses } from './documented-responses.ts';

/** This file, which mentions 404 and 408. */
const THIS = `packages/testing/src/${basename(import.meta.filename)}`;

const documented = listDocumentedResponses({
  openapi: '3.0.3',
  info: { title: '', version: '' },
  paths: {
    '/a': {
      get: { operationId: 'getA', responses: { 200: { description: '' }, 404: { description: '' } } },
      post: { operationId: 'addA', responses: { 408: { description: '' } } },
    },
  },
});

describe('findCoverageMistakes', () => {
  it('reports nothing if each response has a case, a test elsewhere or a reason', () => {
    const cases = [{ id: 'getA', status: 200 }];
    const elsewhere = [{ status: 408, tests: [THIS] }];
    expect(findCoverageMistakes(documented, { cases, elsewhere, unprovoked: { 'getA 404': 'why' } })).toEqual(
      [],
    );
    const named = [...elsewhere, { status: 404, tests: [THIS], ids: ['getA'] }];
    expect(findCoverageMistakes(documented, { cases, elsewhere: named, unprovoked: {} })).toEqual([]);
  });

  it('names responses that no test receives', () => {
    const elsewhere = [{ status: 404, tests: [THIS], ids: ['addA'] }];
    expect(findCoverageMistakes(documented, { cases: [], elsewhere, unprovoked: {} })).toEqual([
      'no test receives getA 200',
      'no test receives getA 404',
      'no test receives addA 408',
      'addA 404 is not documented',
    ]);
  });

  it('names test files without the status, and reasons for responses that a case provokes', () => {
    const cases = documented;
    const elsewhere = [
      { status: 408, tests: ['nowhere.test.ts'] },
      { status: 409 + 1, tests: [THIS] },
    ];
    expect(findCoverageMistakes(documented, { cases, elsewhere, unprovoked: { 'getA 404': 'why' } })).toEqual(
      [
        'getA 404 is provoked by a case',
        'nowhere.test.ts does not receive 408',
        `${THIS} does not receive ${409 + 1}`,
      ],
    );
  });
});

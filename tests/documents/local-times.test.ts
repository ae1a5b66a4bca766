import { describe, expect, it } from '@jest/globals';
import { findLocalTimes } from './local-times.ts';
import { parseSource, parseSources } from './parse-sources.ts';

/** A front end shows times in the zone of its user. */
const isShowcase = ({ path }: { path: string }) => path.startsWith('packages/showcase/');

describe('the sources of the services and packages', () => {
  it('do not depend on the time zone of the machine', () => {
    const sources = parseSources(/[dD]ate|[gs]et(?:Month|Day|Hours|Minutes|FullYear)|Time|localtime/);
    expect(sources.filter((source) => !isShowcase(source)).flatMap(findLocalTimes)).toEqual([]);
  });
});

describe('findLocalTimes', () => {
  it.each([
    'const month = now.getMonth();',
    'now.setDate(1);',
    'const offset = now.getTimezoneOffset();',
    'const day = now.toDateString();',
    "const day = now.toLocaleDateString('en');",
    "const month = new Intl.DateTimeFormat('en', { month: 'long' });",
    'const start = new Date(2026, 0);',
    'const rows = query(`select current_date`);',
  ])('reports %s', (text) => {
    expect(findLocalTimes(parseSource('a.ts', text))).toEqual(['a.ts:1']);
  });

  it.each([
    'const month = now.getUTCMonth();',
    "const month = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' });",
    'const start = new Date(Date.UTC(2026, 0));',
    "const rows = query(`select (now() at time zone 'UTC')::date`);",
  ])('accepts %s', (text) => {
    expect(findLocalTimes(parseSource('a.ts', text))).toEqual([]);
  });
});

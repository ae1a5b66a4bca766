import { describe, expect, it } from '@jest/globals';
import { findLocalTimes } from './local-times.ts';
import { parseSource, parseSources } from './parse-sources.ts';

/** Code that shows or reads times in the user's time zone. Dates of items and months have no zone. */
const IN_ZONE_OF_USER = [
  'packages/showcase/src/components/days.ts',
  'packages/showcase/src/rate-limits.ts',
  'packages/showcase/src/screens/share-links.tsx',
];

describe('the sources of the services and packages', () => {
  it('do not depend on the time zone of the machine, except for listed files', () => {
    const sources = parseSources(/[dD]ate|[gs]et(?:Month|Day|Hours|Minutes|FullYear)|Time|localtime/);
    const otherSources = sources.filter(({ path }) => !IN_ZONE_OF_USER.includes(path));
    expect(sources.length - otherSources.length).toBe(IN_ZONE_OF_USER.length);
    expect(otherSources.flatMap(findLocalTimes)).toEqual([]);
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

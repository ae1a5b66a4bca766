import { describe, expect, it } from '@jest/globals';
import { readCollectionPage } from '../src/archive/read-collection-page.ts';
import { readFeedPage } from '../src/archive/read-feed.ts';
import { ARCHIVE, kit, link, numbered, page } from './archive-pages.ts';

const read = (html: string) => readCollectionPage(html, ARCHIVE, 1);

/** The maximum number of runs, of which the fastest counts: garbage collection may slow one down. */
const RUNS = 3;

/**
 * Expects that some work takes less CPU time than this, in milliseconds, in one of several runs. Unlike elapsed time, it
 * does not depend on what else the machine does.
 */
function expectCpuBelow(boundMs: number, work: () => void): void {
  let least = Infinity;
  for (let run = 0; run < RUNS && least >= boundMs; run += 1) {
    const start = cpuNow();
    work();
    least = Math.min(least, cpuNow() - start);
  }
  expect(least).toBeLessThan(boundMs);
}

function cpuNow(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

describe('a page of the archive', () => {
  it.each(['<div>', '<b>', '<table>', '</div><p>', '<img>'])(
    'is given up in a moment when it is all %s',
    (tag) => {
      expectCpuBelow(2000, () => {
        expect(read(tag.repeat(500_000))).toMatchObject({ kind: 'failed' });
      });
    },
  );

  it.each(['<div>', '<b>', '<p>'])('is read in a moment with as many %s as are let through', (tag) => {
    // Paragraphs do not nest.
    const html = tag.repeat(tag === '<p>' ? 19_000 : 220) + page(kit('7', link));
    expectCpuBelow(3000, () => {
      expect(read(html)).toMatchObject({ entries: [{ kit_id: 7 }] });
    });
  });

  it.each([
    ['attributes', `<i ${numbered(20_000, 'a').join(' ')}></i>`],
    ['attributes of the body', `<body ${numbered(20_000, 'a').join(' ')}>`],
    ['classes', `<i class="${numbered(100_000, 'a').join(' ')}"></i>`],
    ['comments', '<!--x-->'.repeat(100_000)],
    ['radio buttons', `<form>${'<input type="radio" name="x" checked>'.repeat(9000)}`],
    ['tags nested behind end tags of nothing', '<div></q>'.repeat(9000)],
    [
      'tags nested in paragraphs',
      numbered(900, 'a')
        .map((name) => `<p><b ${name}>x`)
        .join(''),
    ],
  ])('is given up in a moment with very many %s', (_what, bomb) => {
    expectCpuBelow(1000, () => {
      expect(read(page(bomb + kit('7', link)))).toMatchObject({ kind: 'failed' });
    });
  });

  it.each([
    ['frames', '<iframe src="/x"></iframe>'.repeat(2000)],
    [
      'kits within kits',
      `${'<div class="kit" id="5">'.repeat(200)}${'<i></i>'.repeat(15_000)}${'</div>'.repeat(200)}`,
    ],
  ])('is read in a moment with very many %s', (_what, ballast) => {
    expectCpuBelow(3000, () => {
      expect(read(page(kit('7', link) + ballast))).toMatchObject({ kind: 'page' });
    });
  });
});

it('a feed is read in a moment, whatever 5 MB hold', () => {
  const entries = [
    '['.repeat(2_500_000) + ']'.repeat(2_500_000),
    Array.from({ length: 100_000 }, (_, at) => `{"kit":{"id":${at + 1}}}`).join(','),
    `{"kit":{"id":7,"url":"${'/-1'.repeat(1_600_000)}"}}`,
    `{"kit":{"id":7,"season":"${'1 '.repeat(2_400_000)}"}}`,
  ];
  for (const text of entries) {
    expectCpuBelow(3000, () => {
      expect(readFeedPage(`{"success":true,"entries":[${text}]}`, ARCHIVE)).toMatchObject({ kind: 'page' });
    });
  }
});

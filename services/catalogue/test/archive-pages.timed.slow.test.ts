import { describe, expect, it } from '@jest/globals';
import { readCollectionPage } from '../src/archive/read-collection-page.ts';
import { readFeedPage } from '../src/archive/read-feed.ts';
import { ARCHIVE, kit, link, numbered, page } from './archive-pages.ts';

const read = (html: string) => readCollectionPage(html, ARCHIVE, 1);

/** The maximum number of runs, of which the fastest counts: garbage collection may slow one down. */
const RUNS = 3;

/**
 * Expects that one of several runs of `work` takes less CPU time than this, in milliseconds. Unlike elapsed
 * time, CPU time does not depend on the machine's load.
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

describe('readCollectionPage', () => {
  it.each(['<div>', '<b>', '<table>', '</div><p>', '<img>'])(
    'fails within 2 seconds of CPU time for 500,000 repetitions of %s',
    (tag) => {
      expectCpuBelow(2000, () => {
        expect(read(tag.repeat(500_000))).toMatchObject({ kind: 'failed' });
      });
    },
  );

  it.each(['<div>', '<b>', '<p>'])(
    'reads a page with the maximum number of %s within 3 seconds of CPU time',
    (tag) => {
      // Paragraphs do not nest.
      const html = tag.repeat(tag === '<p>' ? 7500 : 220) + page(kit('7', link));
      expectCpuBelow(3000, () => {
        expect(read(html)).toMatchObject({ entries: [{ kit_id: 7 }] });
      });
    },
  );

  it.each([
    ['attributes', `<i ${numbered(20_000, 'a').join(' ')}></i>`],
    ['attributes of the body', `<body ${numbered(20_000, 'a').join(' ')}>`],
    ['classes', `<i class="${numbered(100_000, 'a').join(' ')}"></i>`],
    ['comments', '<!--x-->'.repeat(100_000)],
    ['radio buttons', `<form>${'<input type="radio" name="x" checked>'.repeat(9000)}`],
    ['tags nested after unmatched end tags', '<div></q>'.repeat(9000)],
    [
      'tags nested in paragraphs',
      numbered(900, 'a')
        .map((name) => `<p><b ${name}>x`)
        .join(''),
    ],
  ])('fails within a second of CPU time for very many %s', (_what, bomb) => {
    expectCpuBelow(1000, () => {
      expect(read(page(bomb + kit('7', link)))).toMatchObject({ kind: 'failed' });
    });
  });

  it.each([
    ['frames', '<iframe src="/x"></iframe>'.repeat(2000)],
    [
      'kits within kits',
      `${'<div class="kit" id="5">'.repeat(200)}${'<i></i>'.repeat(7000)}${'</div>'.repeat(200)}`,
    ],
  ])('reads a page with very many %s within 3 seconds of CPU time', (_what, ballast) => {
    expectCpuBelow(3000, () => {
      expect(read(page(kit('7', link) + ballast))).toMatchObject({ kind: 'page' });
    });
  });
});

describe('readFeedPage with a feed of 5 MB', () => {
  const feedOf = (entries: string) => `{"success":true,"entries":[${entries}]}`;
  const withKit = (fields: string) => feedOf(`{"id":1,"kit":{"id":7},${fields}}`);
  const fill = (part: string) => part.repeat(Math.floor(5_000_000 / part.length));
  const fieldsOf = (count: number, name: string) => numbered(count, `"${name}`).join('":"1",') + '":"1"';

  it.each([
    ['values in a list', `[${fill('0,')}0]`],
    ['numbers', feedOf(`${fill('0,')}0`)],
    ['empty entries', feedOf(`${fill('{},')}0`)],
    ['small entries', feedOf(`${fill('{"kit":{"id":1}},')}0`)],
    ['nested lists', feedOf('['.repeat(2_500_000) + ']'.repeat(2_500_000))],
    [
      'lists nested in an order',
      withKit(`"images":[{"order":${'['.repeat(2_400_000)}${']'.repeat(2_400_000)}}]`),
    ],
    ['numbered entries', `{"success":true,"entries":{${fieldsOf(300_000, '')}}}`],
    ['fields of one entry', withKit(fieldsOf(300_000, 'price'))],
    ['tags', withKit(`"tags":"${fill('a,')}"`)],
  ])('fails within 100 ms of CPU time for very many %s', (_what, feed) => {
    expectCpuBelow(100, () => expect(readFeedPage(feed, ARCHIVE)).toMatchObject({ kind: 'failed' }));
  });

  it.each([
    ['a long path', feedOf(`{"kit":{"id":7,"url":"${fill('/-1')}"}}`)],
    ['a long season', feedOf(`{"kit":{"id":7,"season":"${fill('1 ')}"}}`)],
    ['entities in its notes', withKit(`"notes":"${fill('&amp;')}"`)],
    [
      'long notes in 200 entries',
      feedOf(
        numbered(200, '{"kit":{"id":1},"notes":"&amp;')
          .map((start) => `${start}${'&amp; '.repeat(4000)}"}`)
          .join(','),
      ),
    ],
    ['the maximum number of fields', withKit(fieldsOf(45_000, 'price'))],
    [
      'the maximum number of nested lists',
      withKit(`"images":[{"order":${'['.repeat(90_000)}${']'.repeat(90_000)}}]`),
    ],
  ])('reads a feed with %s within 200 ms of CPU time', (_what, feed) => {
    expectCpuBelow(200, () => expect(readFeedPage(feed, ARCHIVE)).toMatchObject({ kind: 'page' }));
  });
});

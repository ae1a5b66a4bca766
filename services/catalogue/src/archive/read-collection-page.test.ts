import { describe, expect, it } from '@jest/globals';
import { ARCHIVE, kit, link, numbered, page } from '../../test/archive-pages.ts';
import { readCollectionPage } from './read-collection-page.ts';

const read = (html: string, number = 1) => readCollectionPage(html, ARCHIVE, number);

describe('readCollectionPage', () => {
  it('returns the kits and the collector', () => {
    expect(read(page(kit('7', link)))).toEqual({
      kind: 'page',
      entries: [
        {
          kit_id: 7,
          kit_name: 'Rovers 2023-24 GK 2 Kit',
          kit_slug: 'rovers-gk-2-kit',
          team_name: 'Rovers',
          season_year: '2023-24',
          main_img_url: 'https://archive.example/7.jpg',
        },
      ],
      customEntries: [],
      leftOut: 0,
      hasMore: false,
      user: { name: 'Ada', image: 'https://archive.example/pic/5.jpg', points: 4 },
    });
  });

  it('reads season and type from the text if the title attribute is missing', () => {
    const html = page(kit('7', link)).replace('title="2023-24 GK 2 Kit"', '');
    expect(read(html)).toMatchObject({
      entries: [{ kit_name: 'Rovers 2023-24 GK 2 Kit', season_year: '2023-24' }],
    });
  });

  it('uses the lazily loaded image, and ignores images in HTML comments', () => {
    const inner =
      '<a href="/x/"><!-- <img src="/old.jpg"> --><img src="/blank.gif" data-src="/lazy.jpg"></a>';
    expect(read(page(kit('7', inner)))).toMatchObject({ entries: [{ main_img_url: `${ARCHIVE}/lazy.jpg` }] });
  });

  it('skips and counts kits without a readable id', () => {
    expect(read(page(kit('x', '<a href="/x/"></a>') + kit('7', link)))).toMatchObject({
      leftOut: 1,
      entries: [{ kit_id: 7 }],
    });
  });

  it('treats the default picture as no picture', () => {
    const html = page(kit('7', link)).replace('/pic/5.jpg', '/static/profilepic/0_default.jpg');
    expect(read(html)).toMatchObject({ user: { name: 'Ada', points: 4 } });
    expect(JSON.stringify(read(html))).not.toContain('profilepic');
  });

  it('reports more pages if the pager links to a higher page number', () => {
    const pager =
      '<div class="pager"><a class="button" href="/user/5/?p=1">1</a><a class="button" href="/user/5/?p=2">2</a></div>';
    expect(read(page(kit('7', link)) + pager, 1)).toMatchObject({ hasMore: true });
    expect(read(page(kit('7', link)) + pager, 2)).toMatchObject({ hasMore: false });
  });

  it('accepts an empty page', () => {
    expect(read(page(''))).toMatchObject({ kind: 'page', entries: [], hasMore: false });
  });

  it('recognises an unknown collector by the page title', () => {
    expect(read(page('', '404 Not Found'))).toEqual({ kind: 'unknown_user' });
  });

  it('recognises a browser challenge', () => {
    expect(read('<title>Just a moment...</title><p>Verify you are human</p>')).toEqual({ kind: 'challenge' });
  });

  it.each(['', 'garbage', '<p>Hello</p>', '<'.repeat(2_000_000), `<div>${'x'.repeat(4_000_000)}`])(
    'fails for input that is not a collection page',
    (html) => {
      expect(read(html)).toMatchObject({
        kind: 'failed',
        reason: expect.stringContaining('not a collection'),
      });
    },
  );

  it('reads pages with many drawings and unclosed tags', () => {
    const icons = '<svg><path d="M0"/><path d="M1"/><use href="#a"/></svg>'.repeat(12);
    const kits = numbered(100, '').map((id) =>
      kit(`${Number(id) + 1}`, `${link}${icons}<p>x<p>y<ul><li>a<li>b</ul>`),
    );
    const result = read(page(kits.join('')));
    expect(result.kind === 'page' && result.entries.length).toBe(100);
  });

  it('uses the plain image if the lazy one is blank', () => {
    const inner = '<a href="/x/"><img src="/plain.jpg" data-src=" "></a>';
    expect(read(page(kit('7', inner)))).toMatchObject({
      entries: [{ main_img_url: `${ARCHIVE}/plain.jpg` }],
    });
  });

  it('reads season and type from the text if the title attribute is blank', () => {
    const html = page(kit('7', link)).replace('title="2023-24 GK 2 Kit"', 'title=" "');
    expect(read(html)).toMatchObject({ entries: [{ kit_name: 'Rovers 2023-24 GK 2 Kit' }] });
  });

  it('does not execute scripts', () => {
    const html = page(`${kit('7', link)}<script>document.body.innerHTML = ''</script>`);
    expect(read(html)).toMatchObject({ entries: [{ kit_id: 7 }] });
  });
});

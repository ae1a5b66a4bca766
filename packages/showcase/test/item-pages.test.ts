import { describe, expect, it } from '@jest/globals';
import { createElement, Suspense } from 'react';
import { eventually } from '@kitroom/testing/eventually';
import { json, openLocalServer, type Reply } from '@kitroom/testing/local-server';
import { useStarter } from '@kitroom/testing/use-service';
import { listedItem, shirt } from '../../collection-client/test/examples.ts';
import type { ItemSource } from '../src/components/use-item-pages.ts';
import { useComponents } from './use-components.ts';

const components = useComponents();
const startServer = useStarter(openLocalServer, (server) => server.close());

// The last page, exactly full.
const full = <Item>(item: Item) => Array.from({ length: 100 }, () => item);
const page = json({ count: 100, next: null, previous: null, results: full(listedItem) });
const list = json(full(shirt), 200, { 'X-Total-Count': '100' });

describe('useItemPages', () => {
  it.each<[source: ItemSource, path: string, reply: Reply]>([
    // Drafts have a separate screen.
    ['mine', '/api/items/?club=7&is_draft=false&page=1&page_size=100', list],
    [{ username: 'ada' }, '/api/collections/@ada/items/?club=7&page=1&page_size=100', page],
    [{ token: 'abc' }, '/api/shared/abc/items/?club=7&page=1&page_size=100', page],
  ])('reads the items of %j from %s, and ends after a full last page', async (source, path, reply) => {
    const { baseUrl, seen } = await startServer(reply);
    const { useItemPages } = await components.load<typeof import('../src/components/use-item-pages.ts')>(
      'components/use-item-pages.ts',
    );
    const Pages = () => {
      const { data, hasNextPage } = useItemPages(source, { club: 7 });
      return createElement('output', null, `${data?.pages.length} of ${hasNextPage ? 'more' : '1'}`);
    };
    const shown = await components.show(
      () => createElement(Suspense, { fallback: null }, createElement(Pages)),
      { services: baseUrl },
    );
    await eventually(async () => expect(shown.find('output').textContent).toBe('1 of 1'));
    const [url = '', query] = (seen[0]?.url ?? '').split('?');
    const [expectedUrl, expectedQuery] = path.split('?');
    expect([url, Object.fromEntries(new URLSearchParams(query))]).toEqual([
      expectedUrl,
      Object.fromEntries(new URLSearchParams(expectedQuery)),
    ]);
  });
});

import { expect, it } from '@jest/globals';
import { createElement } from 'react';
import { eventually } from '@kitroom/testing/eventually';
import { json, openLocalServer } from '@kitroom/testing/local-server';
import { useStarter } from '@kitroom/testing/use-service';
import { adasCollection, shirt } from '../../collection-client/test/examples.ts';
import { useComponents } from './use-components.ts';

const components = useComponents();
const startServer = useStarter(openLocalServer, (server) => server.close());

it('DraftsScreen requests no further page after a full last page', async () => {
  const drafts = Array.from({ length: 100 }, (_, at) => ({ ...shirt, id: at + 1, is_draft: true }));
  const list = json(drafts, 200, { 'X-Total-Count': '100' });
  const { baseUrl, seen } = await startServer((response, request) =>
    (request.url?.startsWith('/api/items/') ? list : json(adasCollection))(response, request),
  );
  const { DraftsScreen } =
    await components.load<typeof import('../src/screens/drafts.tsx')>('screens/drafts.tsx');
  const shown = await components.show(() => createElement(DraftsScreen), { services: baseUrl });
  await eventually(async () =>
    expect(shown.element.querySelectorAll('[aria-label=Drafts] > li')).toHaveLength(100),
  );
  expect(shown.element.querySelector('.load-more')?.textContent).toBe('');
  expect(seen.filter(({ url }) => url.startsWith('/api/items/'))).toHaveLength(1);
});

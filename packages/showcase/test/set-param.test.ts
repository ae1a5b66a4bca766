import { expect, it } from '@jest/globals';
import { createElement } from 'react';
import { eventually } from '@kitroom/testing/eventually';
import { useComponents } from './use-components.ts';

const components = useComponents();

it('useSetParam keeps a change that is not rendered yet', async () => {
  const { useSetParam } = await components.load<typeof import('../src/components/use-set-param.ts')>(
    'components/use-set-param.ts',
  );
  const Filters = () => {
    const set = useSetParam();
    const choose = () => {
      set('club', '');
      set('search', 'Dorfverein');
    };
    return createElement('button', { onClick: choose });
  };
  const shown = await components.show(Filters, { path: '/?club=7', services: 'http://localhost' });
  await eventually(async () => shown.click('button'));
  expect(components.window.location.search).toBe('?search=Dorfverein');
});

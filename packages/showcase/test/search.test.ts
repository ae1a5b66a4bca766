import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from '@jest/globals';
import { createElement, useEffect } from 'react';
import { eventually } from '@kitroom/testing/eventually';
import { json, openLocalServer } from '@kitroom/testing/local-server';
import { useService } from '@kitroom/testing/use-service';
import { useComponents } from './use-components.ts';

const components = useComponents();
const waiting = new Map<string, ServerResponse>();
const catalogue = useService(() => openLocalServer(keepWaiting));

afterEach(() => waiting.clear());

describe('SearchBox', () => {
  it('requests suggestions for the trimmed text once typing pauses', async () => {
    const box = await showSearchBox();
    const before = catalogue.seen.length;
    for (const text of ['b', 'ba', 'bay', 'bay ']) box.type('input', text);
    await eventually(async () => expect([...waiting.keys()]).toEqual(['bay']));
    respond('bay', 'Bayern München');
    await eventually(async () => expect(listChoices(box.element)).toEqual(['Bayern München']));
    expect(catalogue.seen.slice(before)).toHaveLength(1);
  });

  it('ignores an older response that arrives after the newest response', async () => {
    const box = await showSearchBox();
    box.type('input', 'ba');
    await eventually(async () => expect(waiting.has('ba')).toBe(true));
    box.type('input', 'bar');
    await eventually(async () => expect(waiting.has('bar')).toBe(true));
    respond('bar', 'Barcelona');
    await eventually(async () => expect(listChoices(box.element)).toEqual(['Barcelona']));
    respond('ba', 'Bayern München');
    box.type('input', 'barc');
    await eventually(async () => expect(waiting.has('barc')).toBe(true));
    expect(listChoices(box.element)).toEqual(['Barcelona']);
    respond('barc', 'Barcelona');
  });

  it('opens the highlighted suggestion, or else the search', async () => {
    const box = await showSearchBox();
    box.type('input', 'bay');
    await eventually(async () => expect(waiting.has('bay')).toBe(true));
    respond('bay', 'Bayern München');
    await eventually(async () => expect(listChoices(box.element)).toHaveLength(1));
    box.press('input', 'ArrowDown');
    await eventually(async () => expect(box.find('[aria-selected=true]').textContent).toContain('Bayern'));
    box.press('input', 'Enter');
    await eventually(async () => expect(components.window.location.pathname).toBe('/clubs/3'));
    box.type('input', ' blue & white ');
    box.press('input', 'Enter');
    await eventually(async () => expect(components.window.location.pathname).toBe('/search'));
    expect(new URLSearchParams(components.window.location.search).get('q')).toBe('blue & white');
  });
});

describe('SearchInput', () => {
  it('sets its query parameter once typing pauses, and keeps other parameters', async () => {
    const { SearchInput } = await components.load<typeof import('../src/components/search-input.tsx')>(
      'components/search-input.tsx',
    );
    const { useLocation } = await import('react-router');
    const seen: string[] = [];
    const Page = () => {
      const { search } = useLocation();
      useEffect(() => void seen.push(search), [search]);
      return createElement(SearchInput, { name: 'search', label: 'Search' });
    };
    const page = await components.show(Page, { path: '/collection?club=3', services: catalogue.baseUrl });
    await eventually(async () => expect(seen).toEqual(['?club=3']));
    for (const text of ['a', 'ar', 'ars']) page.type('input', text);
    await eventually(async () => expect(seen.at(-1)).toBe('?club=3&search=ars'));
    page.type('input', '');
    await eventually(async () => expect(seen.at(-1)).toBe('?club=3'));
    expect(seen).toEqual(['?club=3', '?club=3&search=ars', '?club=3']);
  });
});

async function showSearchBox() {
  const { SearchBox } =
    await components.load<typeof import('../src/layout/search-box.tsx')>('layout/search-box.tsx');
  const box = await components.show(SearchBox, { services: catalogue.baseUrl });
  await eventually(async () => box.find('input'));
  return box;
}

function keepWaiting(response: ServerResponse, request: IncomingMessage): void {
  const text = new URL(request.url ?? '', 'http://catalogue').searchParams.get('q') ?? '';
  waiting.set(text, response);
}

function respond(text: string, label: string): void {
  const response = waiting.get(text);
  if (!response) throw new Error(`nothing waits for ${text}`);
  const suggestion = {
    type: 'club',
    id: 3,
    label,
    detail: null,
    image: null,
    url: 'http://localhost/',
    matched: [],
  };
  json([suggestion])(response, response.req);
}

function listChoices(element: HTMLElement): string[] {
  const options = [...element.querySelectorAll('[role=option]')];
  return options.map(({ textContent }) => textContent.replace(/club$/, ''));
}

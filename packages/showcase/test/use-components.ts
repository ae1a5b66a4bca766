import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach } from '@jest/globals';
import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import type { Root } from 'react-dom/client';
import { createServer } from 'vite';
import { openTestWindow, type TestWindow } from '@kitroom/testing/test-window';
import { useService } from '@kitroom/testing/use-service';

type Load = <Module>(path: string) => Promise<Module>;

/** The showcase's components in a window without a screen. */
export interface Components {
  window: TestWindow['window'];
  /** Loads a module of the showcase, such as `layout/search-box.tsx`, as the components see it. */
  load: Load;
  /** Shows a component at this address. Its services are at the same URL, whichever one it needs. */
  show(component: ComponentType, at: { path?: string; services: string }): Promise<ShownComponent>;
}

/** A component that is shown, until the end of the test. */
export interface ShownComponent {
  element: HTMLElement;
  queries: QueryClient;
  /** The first element that the selector finds. */
  find(selector: string): HTMLElement;
  /** Replaces the text of an input as typing does. */
  type(selector: string, text: string): void;
  press(selector: string, key: string): void;
  click(selector: string): void;
}

/**
 * Loads components by Vite, as Node.js reads no JSX. React and the packages are those of Node.js: one copy
 * for the tests of a worker. Components render as in a browser, by themselves: a test waits for what it
 * expects with `eventually`.
 */
export function useComponents(): Components {
  const roots: Root[] = [];
  const opened = useService(() => open(roots));
  afterEach(async () => {
    for (const root of roots.splice(0)) root.unmount();
    // React has work left, which needs the window.
    await setImmediate();
    await setImmediate();
    opened.window.localStorage.clear();
    opened.window.sessionStorage.clear();
  });
  return opened;
}

async function open(roots: Root[]) {
  const { window, close } = await openTestWindow();
  const vite = await createServer({
    root: join(import.meta.dirname, '..'),
    appType: 'custom',
    logLevel: 'error',
    server: { middlewareMode: true, watch: null, ws: false },
    optimizeDeps: { noDiscovery: true },
  });
  const load: Load = async <Module>(path: string) => (await vite.ssrLoadModule(`/src/${path}`)) as Module;
  // They look for a window when they are loaded.
  const { createElement } = await import('react');
  const { createRoot } = await import('react-dom/client');
  const { BrowserRouter } = await import('react-router');
  const { QueryClient, QueryClientProvider } = await import('@tanstack/react-query');
  const services = await load<typeof import('../src/services.ts')>('services.ts');

  const show: Components['show'] = async (component, { path = '/', services: url }) => {
    window.history.replaceState(null, '', path);
    const queries = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } });
    const container = window.document.createElement('div');
    window.document.body.replaceChildren(container);
    const root = createRoot(container);
    roots.push(root);
    const wrap = (inner: ReactNode) =>
      createElement(
        services.ServicesProvider,
        { value: services.createServices({ catalogue: url, collection: url }) },
        createElement(QueryClientProvider, { client: queries }, createElement(BrowserRouter, null, inner)),
      );
    root.render(wrap(createElement(component)));
    const find = (selector: string) => {
      const found = container.querySelector<HTMLElement>(selector);
      if (!found) throw new Error(`${selector} is not in ${container.innerHTML}`);
      return found;
    };
    return {
      element: container,
      queries,
      find,
      type(selector, text) {
        // React overrides the property of the element itself, to notice what scripts set.
        const { set } = Object.getOwnPropertyDescriptor(window.HTMLInputElement.prototype, 'value') ?? {};
        set?.call(find(selector), text);
        find(selector).dispatchEvent(new window.Event('input', { bubbles: true }));
      },
      press(selector, key) {
        find(selector).dispatchEvent(
          new window.KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
        );
      },
      click: (selector) => find(selector).click(),
    };
  };
  return {
    window,
    load,
    show,
    async close() {
      await vite.close();
      await close();
    },
  };
}

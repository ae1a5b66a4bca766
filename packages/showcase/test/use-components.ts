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

/** The showcase's components in a jsdom window. */
export interface Components {
  window: TestWindow['window'];
  /**
   * Loads a module of the showcase, such as `layout/search-box.tsx`: the instance that the components use.
   */
  load: Load;
  /** Renders a component at this path. Both services have the same URL. */
  show(component: ComponentType, at: { path?: string; services: string }): Promise<ShownComponent>;
}

/** A component that is rendered until the end of the test. */
export interface ShownComponent {
  element: HTMLElement;
  queries: QueryClient;
  /** Returns the first element that matches the selector. Throws if no element matches. */
  find(selector: string): HTMLElement;
  /** Replaces the text of an input as typing does. */
  type(selector: string, text: string): void;
  press(selector: string, key: string): void;
  click(selector: string): void;
}

/**
 * Loads components with Vite, because Node.js cannot load JSX. React and other packages are loaded by
 * Node.js, once per worker. Components render asynchronously, as in a browser, so tests wait with
 * `eventually`.
 */
export function useComponents(): Components {
  const roots: Root[] = [];
  const opened = useService(() => open(roots));
  afterEach(async () => {
    for (const root of roots.splice(0)) root.unmount();
    // React has pending work, which needs the window.
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
  // Imported now, because these packages look for a window when they are loaded.
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
      const element = container.querySelector<HTMLElement>(selector);
      if (!element) throw new Error(`${selector} is not in ${container.innerHTML}`);
      return element;
    };
    return {
      element: container,
      queries,
      find,
      type(selector, text) {
        // Uses the setter of the prototype, because React overrides that of the element to detect changes.
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

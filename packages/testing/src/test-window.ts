import { JSDOM } from 'jsdom';

/** Globals that browser code uses without `window`. Others, such as `fetch`, are those of Node.js. */
const NAMES = [
  'window',
  'document',
  'location',
  'navigator',
  'localStorage',
  'sessionStorage',
  'Node',
  'Element',
  'HTMLElement',
] as const;

/** A window without a screen. Nothing is laid out, and scripts in pages do not run. */
export interface TestWindow {
  window: JSDOM['window'];
  /** Restores the globals of Node.js. */
  close(): Promise<void>;
}

/**
 * Makes a window global, until it is closed. Open it before React is loaded: React looks for a window then,
 * and a worker loads it once for all test files.
 */
export async function openTestWindow(url = 'http://localhost/'): Promise<TestWindow> {
  const { window } = new JSDOM('<!doctype html><div id="root"></div>', { url, pretendToBeVisual: true });
  // jsdom has no layout and lacks both methods.
  window.Element.prototype.scrollIntoView = () => {};
  window.matchMedia = (media) =>
    Object.assign(new window.EventTarget(), { media, matches: true }) as MediaQueryList;
  const previous = NAMES.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const);
  for (const name of NAMES) {
    Object.defineProperty(globalThis, name, { value: window[name], configurable: true, writable: true });
  }
  return {
    window,
    async close() {
      for (const [name, descriptor] of previous) {
        if (descriptor) Object.defineProperty(globalThis, name, descriptor);
        else Reflect.deleteProperty(globalThis, name);
      }
      window.close();
    },
  };
}

import { JSDOM } from 'jsdom';
import { findForm, readBulkForm, readForm, squeeze } from './read-page.ts';

/** A page as a browser without scripts shows it. */
export interface ShownPage {
  status: number;
  headers: Headers;
  /** The path and query of the page, after redirections. */
  path: string;
  /** The HTML. */
  text: string;
  document: Document;
  heading: string;
  /** Text of the page with collapsed white space. */
  words: string;
}

/** One window parses all pages: creating one for each takes longer than the parsing. */
const { DOMParser } = new JSDOM().window;

/** Values of a form's fields; undefined omits a field. */
export type FormValues = Record<string, string | Blob | undefined>;

/**
 * A browser without scripts: it keeps cookies, follows redirects, and sends a page's forms with their values.
 */
export interface PageBrowser {
  cookies: Map<string, string>;
  /** Sends one request without following redirects. */
  request(path: string, init?: RequestInit): Promise<Response>;
  open(path: string): Promise<ShownPage>;
  /** Fills and sends the form of a page that has this button. */
  send(page: ShownPage, button: string, filling?: FormValues): Promise<ShownPage>;
  /** Selects rows of a list by their keys, and presses a button of its bulk actions. */
  sendBulk(
    page: ShownPage,
    button: string,
    keys: readonly unknown[],
    more?: Readonly<Record<string, string>>,
  ): Promise<ShownPage>;
}

/** Opens a browser on a service; several may share their cookies. */
export function openPageBrowser({ url }: { url: string }, cookies = new Map<string, string>()): PageBrowser {
  async function request(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    if (cookies.size > 0) headers.set('Cookie', [...cookies].map((pair) => pair.join('=')).join('; '));
    const response = await fetch(`${url}${path}`, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) keepCookie(cookies, line);
    return response;
  }

  async function follow(path: string, init: RequestInit = {}): Promise<ShownPage> {
    let [at, response] = [path, await request(path, init)];
    while (response.status === 303) {
      const to = new URL(response.headers.get('Location') ?? '', `${url}${at}`);
      // The session is saved before the body ends, so that the next request finds it.
      await response.text();
      if (to.origin !== url) throw new Error(`sent to another site: ${to.href}`);
      at = to.href.slice(url.length);
      response = await request(at);
    }
    return toShown(response, at);
  }

  function post(form: Element, body: URLSearchParams | FormData): Promise<ShownPage> {
    return follow(form.getAttribute('action') ?? '', {
      method: 'POST',
      body,
      headers: { Origin: url, 'Sec-Fetch-Site': 'same-origin' },
    });
  }

  return {
    cookies,
    request,
    open: (path) => follow(path),
    send(page, button, filling = {}) {
      const form = findForm(page, button);
      return post(form, fill(form, filling));
    },
    sendBulk(page, button, keys, more = {}) {
      const data = readBulkForm(page, button, keys);
      for (const [name, value] of Object.entries(more)) data.set(name, value);
      return post(findForm(page, button), data);
    },
  };
}

async function toShown(response: Response, path: string): Promise<ShownPage> {
  const text = await response.text();
  const document = new DOMParser().parseFromString(text, 'text/html');
  return {
    status: response.status,
    headers: response.headers,
    path,
    text,
    document,
    heading: squeeze(document.querySelector('h1')?.textContent),
    words: squeeze(document.body.textContent),
  };
}

/** Returns the value of a label in a page's description list. */
export function readDescription({ document }: ShownPage, label: string): string | undefined {
  const term = [...document.querySelectorAll('dt')].find((candidate) => candidate.textContent === label);
  return term && squeeze(term.nextElementSibling?.textContent);
}

function fill(form: Element, filling: FormValues): URLSearchParams | FormData {
  const data =
    form.getAttribute('enctype') === 'multipart/form-data' ? new FormData() : new URLSearchParams();
  for (const [name, value] of Object.entries({ ...readForm(form), ...filling })) {
    // A form without a file sends only strings.
    if (value !== undefined) data.set(name, value as string);
  }
  return data;
}

/** Stores a cookie, or removes it if it has expired. */
function keepCookie(cookies: Map<string, string>, line: string): void {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
  const expires = /; *expires=([^;]+)/i.exec(line)?.[1];
  if (expires !== undefined && Date.parse(expires) <= Date.now()) cookies.delete(name);
  else cookies.set(name, value);
}

import { JSDOM } from 'jsdom';
import type { TestCollection } from './test-collection.ts';
import { PASSWORD } from './test-users.ts';

/** A page as a browser without scripts has it. */
export interface Shown {
  status: number;
  headers: Headers;
  /** The path and query of the page, after redirections. */
  path: string;
  /** The HTML. */
  text: string;
  document: Document;
  heading: string;
  /** What the page says, each run of white space as one space. */
  words: string;
}

/** What fills the fields of a form; undefined leaves a field out. */
export type Filling = Record<string, string | Blob | undefined>;

/** A browser without scripts: it keeps cookies, follows redirections, and sends forms as they stand in the page. */
export interface PageBrowser {
  cookies: Map<string, string>;
  /** Asks once, without following. */
  request(path: string, init?: RequestInit): Promise<Response>;
  open(path: string): Promise<Shown>;
  /** Fills and sends a form of a page: the one whose button says this. */
  send(page: Shown, button: string, filling?: Filling): Promise<Shown>;
  /** Signs in on the page for it; answers the page after that. */
  signIn(username: string, password?: string): Promise<Shown>;
  /** The same browser at another replica: it shares the cookies. */
  at(other: Pick<TestCollection, 'url'>): PageBrowser;
}

/** Opens a browser on a collection service. */
export function openPageBrowser(
  { url }: Pick<TestCollection, 'url'>,
  cookies = new Map<string, string>(),
): PageBrowser {
  async function request(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    if (cookies.size > 0) headers.set('Cookie', [...cookies].map((pair) => pair.join('=')).join('; '));
    const response = await fetch(`${url}${path}`, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) keepCookie(cookies, line);
    return response;
  }

  async function follow(path: string, init: RequestInit = {}): Promise<Shown> {
    let [at, response] = [path, await request(path, init)];
    while (response.status === 303) {
      const to = new URL(response.headers.get('Location') ?? '', `${url}${at}`);
      if (to.origin !== url) throw new Error(`sent to another site: ${to.href}`);
      at = to.href.slice(url.length);
      response = await request(at);
    }
    return toShown(response, at);
  }

  return {
    cookies,
    request,
    open: (path) => follow(path),
    send(page, button, filling = {}) {
      const form = findForm(page, button);
      return follow(form.getAttribute('action') ?? '', {
        method: 'POST',
        body: fill(form, filling),
        headers: { Origin: url, 'Sec-Fetch-Site': 'same-origin' },
      });
    },
    async signIn(username, password = PASSWORD) {
      return this.send(await follow('/accounts/login'), 'Sign in', { username, password });
    },
    at: (other) => openPageBrowser(other, cookies),
  };
}

async function toShown(response: Response, path: string): Promise<Shown> {
  const text = await response.text();
  const { document } = new JSDOM(text).window;
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

/** The form of a page whose button says this. */
export function findForm({ document, text }: Pick<Shown, 'document' | 'text'>, button: string): Element {
  const found = [...document.querySelectorAll('form')].find(
    (form) => squeeze(form.querySelector('button')?.textContent) === button,
  );
  if (!found) throw new Error(`no form has the button "${button}":\n${text}`);
  return found;
}

/** What a form holds, as it would be sent. */
export function readForm(form: Element): Record<string, string> {
  const values: Record<string, string> = {};
  for (const field of form.querySelectorAll<HTMLInputElement>('input, select, textarea')) {
    if (field.type === 'checkbox' && !field.checked) continue;
    values[field.name] = field.value;
  }
  return values;
}

/** What a page tells beside a field. */
export function errorOf({ document }: Shown, field: string): string | undefined {
  return document.getElementById(`error-${field}`)?.textContent ?? undefined;
}

/** The rows of a page's tables, as the texts of their cells. */
export function rowsOf({ document }: Shown): string[][] {
  return [...document.querySelectorAll('tbody tr')].map((row) =>
    [...row.querySelectorAll('td')].map((cell) => squeeze(cell.textContent)),
  );
}

/** What stands beside a name in a page's list of facts. */
export function factOf({ document }: Shown, label: string): string | undefined {
  const term = [...document.querySelectorAll('dt')].find((each) => each.textContent === label);
  return term && squeeze(term.nextElementSibling?.textContent);
}

function fill(form: Element, filling: Filling): URLSearchParams | FormData {
  const data =
    form.getAttribute('enctype') === 'multipart/form-data' ? new FormData() : new URLSearchParams();
  for (const [name, value] of Object.entries({ ...readForm(form), ...filling })) {
    // A form without a file sends texts alone.
    if (value !== undefined) data.set(name, value as string);
  }
  return data;
}

function squeeze(text: string | null | undefined): string {
  return (text ?? '').replaceAll(/\s+/g, ' ').trim();
}

/** Keeps a cookie, or forgets it where it has expired. */
function keepCookie(cookies: Map<string, string>, line: string): void {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
  const expires = /; *expires=([^;]+)/i.exec(line)?.[1];
  if (expires !== undefined && Date.parse(expires) <= Date.now()) cookies.delete(name);
  else cookies.set(name, value);
}

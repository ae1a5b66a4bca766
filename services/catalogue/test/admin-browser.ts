import { expect } from '@jest/globals';
import { JSDOM } from 'jsdom';
import { findForm, readBulkForm, readForm, rowsOf } from '@kitroom/testing/read-page';
import { hashPassword } from '@kitroom/server/passwords/password-hash';
import { toOperatorKey } from '../src/operators/operator-name.ts';
import { insertOperator } from '../src/operators/operator-queries.ts';
import { startTestCatalogue, type TestCatalogue, type TestCatalogueOptions } from './test-catalogue.ts';

/** The password of all operators in tests, `admin` included. */
export const PASSWORD = 'correct horse battery';

/** Starts a catalogue with an admin interface. */
export function startWithAdmin(options: TestCatalogueOptions = {}): Promise<TestCatalogue> {
  return startTestCatalogue({ ...options, env: { ADMIN_PASSWORD: PASSWORD, ...options.env } });
}

/** A page as a browser without scripts has it. */
export interface Shown {
  status: number;
  headers: Headers;
  /** The path and query of the page, after redirections. */
  path: string;
  text: string;
  document: Document;
  heading: string;
}

/** A browser without scripts: it keeps cookies, follows redirections, and sends forms as they stand in the page. */
export interface AdminBrowser {
  cookies: Map<string, string>;
  /** Asks once, without following. */
  request(path: string, init?: RequestInit): Promise<Response>;
  open(path: string): Promise<Shown>;
  /** Fills and sends a form of a page: the one whose button says this. */
  send(page: Shown, button: string, values?: Record<string, string | undefined>): Promise<Shown>;
  /** Chooses rows of a list by their keys, and presses a button of its bulk actions. */
  sendBulk(
    page: Shown,
    button: string,
    keys: readonly unknown[],
    more?: Record<string, string>,
  ): Promise<Shown>;
  signIn(name?: string, password?: string): Promise<Shown>;
}

/** Opens a browser on a catalogue. */
export function openAdminBrowser(catalogue: Pick<TestCatalogue, 'url'>): AdminBrowser {
  const cookies = new Map<string, string>();

  async function request(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    if (cookies.size > 0) headers.set('Cookie', [...cookies].map((pair) => pair.join('=')).join('; '));
    const response = await fetch(`${catalogue.url}${path}`, { ...init, headers, redirect: 'manual' });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    return response;
  }

  async function follow(path: string, init: RequestInit = {}): Promise<Shown> {
    let [at, response] = [path, await request(path, init)];
    while (response.status === 303) {
      at = new URL(response.headers.get('Location') ?? '', `${catalogue.url}${at}`).href.slice(
        catalogue.url.length,
      );
      response = await request(at);
    }
    const text = await response.text();
    const { document } = new JSDOM(text).window;
    const heading = document.querySelector('h1')?.textContent ?? '';
    return { status: response.status, headers: response.headers, path: at, text, document, heading };
  }

  async function post(form: Element, body: URLSearchParams): Promise<Shown> {
    return follow(form.getAttribute('action') ?? '', {
      method: 'POST',
      body,
      headers: { Origin: catalogue.url, 'Sec-Fetch-Site': 'same-origin' },
    });
  }

  async function send(page: Shown, button: string, values: Record<string, string | undefined> = {}) {
    const form = findForm(page, button);
    const data = new URLSearchParams(readForm(form));
    for (const [name, value] of Object.entries(values)) {
      data.delete(name);
      if (value !== undefined) data.set(name, value);
    }
    return post(form, data);
  }

  return {
    cookies,
    request,
    open: (path) => follow(path),
    send,
    async sendBulk(page, button, keys, more = {}) {
      const data = readBulkForm(page, button, keys);
      for (const [name, value] of Object.entries(more)) data.set(name, value);
      return post(findForm(page, button), data);
    },
    async signIn(name = 'Olga', password = PASSWORD) {
      return send(await follow('/admin/sign-in'), 'Sign in', { name, password });
    },
  };
}

let passwordHash: Promise<string> | undefined;

/** Adds an operator, if there is none of this name. */
export async function addOperator({ db }: Pick<TestCatalogue, 'db'>, name: string): Promise<void> {
  passwordHash ??= hashPassword(PASSWORD);
  await insertOperator(db, { nameKey: toOperatorKey(name), name, passwordHash: await passwordHash });
}

/** Opens a browser in which somebody is signed in; adds the operator where that is necessary. */
export async function openSignedIn(
  catalogue: Pick<TestCatalogue, 'url' | 'db'>,
  name = 'Olga',
): Promise<AdminBrowser> {
  await addOperator(catalogue, name);
  const browser = openAdminBrowser(catalogue);
  const page = await browser.signIn(name);
  expect([page.status, page.heading]).toEqual([200, 'Overview']);
  return browser;
}

/** The rows of the audit log that are no sign-ins, as the texts of their cells. */
export async function listChanges(browser: AdminBrowser): Promise<string[][]> {
  return rowsOf(await browser.open('/admin/audit-log')).filter(([, , action]) => action !== 'sign in');
}

import { expect } from '@jest/globals';

/** A parsed page. */
export interface ReadPage {
  document: Document;
  /** The HTML source. */
  text: string;
}

/** The form with this submit button. */
export function findForm(page: ReadPage, button: string): Element {
  const form = findButton(page, button)?.closest('form');
  if (!form) throw new Error(`no form has the button "${button}":\n${page.text}`);
  return form;
}

function findButton({ document }: ReadPage, label: string): HTMLButtonElement | undefined {
  const buttons = [...document.querySelectorAll<HTMLButtonElement>('form button')];
  return buttons.find((button) => squeeze(button.textContent) === label);
}

/**
 * Returns the data that a list's form of bulk actions sends if these rows are selected and the button is
 * pressed.
 */
export function readBulkForm(page: ReadPage, button: string, keys: readonly unknown[]): URLSearchParams {
  const pressed = findButton(page, button);
  const data = new URLSearchParams(readForm(findForm(page, button)));
  data.delete('key');
  for (const key of keys) data.append('key', String(key));
  if (pressed?.name) data.set(pressed.name, pressed.value);
  return data;
}

/** The values that the form would send. */
export function readForm(form: Element): Record<string, string> {
  const values: Record<string, string> = {};
  for (const field of form.querySelectorAll<HTMLInputElement>('input, select, textarea')) {
    if (field.type === 'checkbox' && !field.checked) continue;
    values[field.name] = field.value;
  }
  return values;
}

/** The message next to a field. */
export function errorOf({ document }: Pick<ReadPage, 'document'>, field: string): string | undefined {
  return document.getElementById(`error-${field}`)?.textContent ?? undefined;
}

/** Lists the rows of all tables, as text of their cells. */
export function rowsOf({ document }: Pick<ReadPage, 'document'>): string[][] {
  return [...document.querySelectorAll('tbody tr')].map((row) =>
    [...row.querySelectorAll('td')].map((cell) => squeeze(cell.textContent)),
  );
}

/** Collapses white space. */
export function squeeze(text: string | null | undefined): string {
  return (text ?? '').replaceAll(/\s+/g, ' ').trim();
}

const BROWSER = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

/** Expects an HTML page at `/` whose links, pictures and stylesheet exist; returns its text. */
export async function expectFrontPage(baseUrl: string): Promise<string> {
  const response = await fetch(`${baseUrl}/`, { headers: BROWSER });
  const page = await response.text();
  expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(response.headers.get('Vary')).toContain('Accept');
  expect(page).not.toContain('<script');
  const addresses = [...page.matchAll(/(?:src|href)="(?!data:|#)([^"]+)"/g)].map(([, url = '']) =>
    url.replaceAll('&amp;', '&'),
  );
  expect(addresses.length).toBeGreaterThan(5);
  for (const address of new Set(addresses)) {
    const { status } = await fetch(new URL(address, baseUrl), { headers: BROWSER });
    expect([address, status]).toEqual([address, 200]);
  }
  return page;
}

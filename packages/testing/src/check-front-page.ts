import { expect } from '@jest/globals';

const BROWSER = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

/** Expects a page for browsers at `/` whose links, pictures and stylesheet are there; returns its text. */
export async function expectFrontPage(baseUrl: string): Promise<string> {
  const answer = await fetch(`${baseUrl}/`, { headers: BROWSER });
  const page = await answer.text();
  expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(answer.headers.get('Vary')).toContain('Accept');
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

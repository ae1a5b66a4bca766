import type { Page } from 'playwright-core';

/** Makes the next matching request of a page fail as if its user had signed in long ago. */
export async function requireConfirmation(
  page: Page,
  method: string,
  url: string,
  origin: string,
): Promise<void> {
  await page.route(
    url,
    (route) =>
      route.request().method() === method
        ? route.fulfill({
            status: 403,
            headers: { 'Access-Control-Allow-Origin': origin, 'Access-Control-Allow-Credentials': 'true' },
            json: { detail: 'Please confirm that it is you.', confirmation_required: true },
          })
        : route.continue(),
    { times: 1 },
  );
}

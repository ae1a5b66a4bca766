import { describe, expect, it } from '@jest/globals';
import { rowsOf } from '@kitroom/testing/read-page';
import { letMinutesPass, newName } from './test-accounts.ts';
import { openPageBrowser, type PageBrowser, type ShownPage } from './test-browser.ts';
import { useCollection } from './test-collection.ts';
import { addUser, PASSWORD, withToken } from './test-users.ts';

const collection = useCollection();

const PAGE = '/accounts/tokens';
const LINK = `${PAGE}?name=My+app&scope=write`;
const CREATE = 'Create the token';

async function openSignedIn() {
  const user = await addUser(collection, newName());
  const browser = openPageBrowser(collection);
  await browser.signIn(user.username);
  return { user, browser };
}

/** Creates an app token on the page of app tokens. */
async function create(browser: PageBrowser, path = LINK, filling = {}) {
  const page = await browser.send(await browser.open(path), CREATE, filling);
  return { page, token: page.document.querySelector('code')?.textContent ?? '' };
}

const read = async (token: string) =>
  await collection.request('/api/accounts/token/', { headers: withToken(token) });

/** Name and scope in the form for a new token. */
function valuesOf({ document }: ShownPage) {
  const name = document.querySelector<HTMLInputElement>('input[name="name"]')?.getAttribute('value');
  return [name, document.querySelector<HTMLOptionElement>('option[selected]')?.getAttribute('value')];
}

describe('the app token page', () => {
  it('creates a token, shows it once, lists and deletes it', async () => {
    const { browser } = await openSignedIn();
    const { page, token } = await create(browser, PAGE, { name: 'Shelf <b>', expires_at: '2099-02-03' });
    expect([page.status, page.heading]).toEqual([200, 'Your new app token']);
    expect(page.words).toContain('Copy this token into Shelf <b> now');
    expect((await read(token)).body).toMatchObject({
      name: 'Shelf <b>',
      scope: 'read',
      expires_at: '2099-02-03T00:00:00.000Z',
    });
    const list = await browser.open(PAGE);
    expect(list.text).not.toContain(token);
    const day = expect.stringMatching(/^\d{4}-\d\d-\d\d/);
    expect(rowsOf(list)).toEqual([
      ['Shelf <b>', 'Read only', day, day, '2099-02-03 00:00', 'Delete Shelf <b>'],
    ]);
    const after = await browser.send(list, 'Delete Shelf <b>');
    expect([after.path, rowsOf(after)]).toEqual([PAGE, []]);
    expect(after.words).toContain('The app token is deleted.');
    expect((await read(token)).status).toBe(401);
  });

  it('marks expired tokens', async () => {
    const { user, browser } = await openSignedIn();
    await create(browser);
    await collection
      .db('app_tokens')
      .where({ user_id: user.id })
      .update({ expires_at: new Date(0) });
    expect(rowsOf(await browser.open(PAGE))[0]?.[4]).toMatch(/expired$/);
  });

  it.each([
    [{ name: ' ' }, 'Name of the app: This field may not be blank.'],
    [{ expires_at: '2020-01-01' }, 'Expires on: This must be in the future.'],
    [{ expires_at: 'soon' }, 'Expires on: Datetime has wrong format.'],
  ])('shows the form again with the error for %j', async (filling, sentence) => {
    const { browser } = await openSignedIn();
    const { page } = await create(browser, LINK, filling);
    expect([page.status, page.words]).toEqual([400, expect.stringContaining(sentence)]);
    expect(rowsOf(page)).toEqual([]);
    expect(valuesOf(page)[1]).toBe('write');
  });
});

describe('a link from an app to the app token page', () => {
  it('fills in the form', async () => {
    const { browser } = await openSignedIn();
    expect(valuesOf(await browser.open(LINK))).toEqual(['My app', 'write']);
    const { token } = await create(browser);
    expect((await read(token)).body).toMatchObject({ name: 'My app', scope: 'write', expires_at: null });
  });

  it('fills in the form after a sign-in', async () => {
    const { username } = await addUser(collection, newName());
    const browser = openPageBrowser(collection);
    const page = await browser.open(LINK);
    expect(page.heading).toBe('Sign in');
    const formPage = await browser.send(page, 'Sign in', { username, password: PASSWORD });
    expect([formPage.path, ...valuesOf(formPage)]).toEqual([LINK, 'My app', 'write']);
  });

  it('fills in the form after a confirmation', async () => {
    const { user, browser } = await openSignedIn();
    await letMinutesPass(collection, user.id, 16);
    const page = await browser.open(LINK);
    expect(page.heading).toBe('Confirm that it is you');
    const formPage = await browser.send(page, 'Confirm', { password: PASSWORD });
    expect([formPage.path, ...valuesOf(formPage)]).toEqual([LINK, 'My app', 'write']);
  });

  it('creates no token with invalid values', async () => {
    const { browser } = await openSignedIn();
    const page = await browser.open(`${PAGE}?name=${'x'.repeat(101)}&scope=admin`);
    expect(valuesOf(page)).toEqual(['x'.repeat(101), undefined]);
    const sent = await browser.send(page, CREATE);
    expect([sent.status, rowsOf(sent)]).toEqual([400, []]);
  });
});

describe('forms on the app token page', () => {
  it('require a confirmation and change nothing 16 minutes after the sign-in', async () => {
    const { user, browser } = await openSignedIn();
    const { token } = await create(browser);
    const list = await browser.open(PAGE);
    for (const [button, filling] of [
      [CREATE, { name: 'late' }],
      ['Delete My app', {}],
    ] as const) {
      await letMinutesPass(collection, user.id, 16);
      const page = await browser.send(list, button, filling);
      expect(page.heading).toBe('Confirm that it is you');
      const formPage = await browser.send(page, 'Confirm', { password: PASSWORD });
      expect([formPage.path, rowsOf(formPage).length]).toEqual([PAGE, 1]);
    }
    expect((await read(token)).status).toBe(200);
  });
});

import { beforeAll, describe, expect, it } from '@jest/globals';
import { useService } from '@kitroom/testing/use-service';
import { letMinutesPass, newName } from './test-accounts.ts';
import { openPageBrowser } from './test-browser.ts';
import { addCodeUser, codeOf } from './test-codes.ts';
import { useCollection } from './test-collection.ts';
import { startOidcProvider } from './test-oidc-provider.ts';
import { addUser, PASSWORD } from './test-users.ts';

const club = useService(() => startOidcProvider());
const collection = useCollection(() => club.env('CLUB'));

beforeAll(() => club.register('club', collection));

const PROVIDER = 'a[href^="/api/accounts/social/"]';

describe('signing in with a provider on the account pages', () => {
  /** Follows a page's button to the provider and back; returns the final page. */
  async function visit(from: string, as: string | { cancel: true }, browser = openPageBrowser(collection)) {
    const page = await browser.open(from);
    const loginPath = page.document.querySelector(PROVIDER)?.getAttribute('href') ?? '';
    const started = await browser.request(loginPath);
    const back = await browser.request(await club.walk(started.headers.get('Location') ?? '', as));
    const { pathname, search, origin } = new URL(back.headers.get('Location') ?? '');
    expect([back.status, origin]).toEqual([302, collection.url]);
    return { browser, page: await browser.open(`${pathname}${search}`) };
  }

  it('creates an account and leads to the requested page', async () => {
    const subject = newName('pat');
    club.accounts.set(subject, {
      email: `${subject}@club.example`,
      email_verified: true,
      preferred_username: subject,
    });
    const { page, browser } = await visit('/accounts/login?next=/accounts/social', subject);
    expect([page.path, page.heading]).toEqual(['/accounts/social', 'Sign-in providers']);
    expect(page.words).toContain('Club yes Unlink');
    const refused = await browser.send(page, 'Unlink Club');
    expect([refused.heading, refused.words]).toEqual([
      'Sign-in providers',
      expect.stringContaining('This is the only way to sign in: set a password first.'),
    ]);
    expect((await browser.open('/accounts/password/change')).words).toContain('Your account has no password');
  });

  it('confirms the session of a user without a password and leads to the requested page', async () => {
    const subject = newName('kim');
    club.accounts.set(subject, { email: `${subject}@club.example`, email_verified: true });
    const { browser } = await visit('/accounts/login?next=/accounts/sessions', subject);
    const { user_id: id } = await collection.db('identities').where({ subject }).first('user_id');
    await letMinutesPass(collection, id, 16);
    const page = await browser.open('/accounts/delete');
    expect([page.heading, page.words]).toEqual([
      'Confirm that it is you',
      expect.stringContaining('Sign in again with Club'),
    ]);
    const cancelled = await visit('/accounts/delete', { cancel: true }, browser);
    expect([cancelled.page.heading, cancelled.page.words]).toEqual([
      'Confirm that it is you',
      expect.stringContaining('The sign-in was cancelled at the provider.'),
    ]);
    const confirmed = await visit('/accounts/delete', subject, browser);
    expect([confirmed.page.path, confirmed.page.heading]).toEqual([
      '/accounts/delete',
      'Delete your account',
    ]);
  });

  it('requires a code if multi-factor sign-in is on', async () => {
    const { username, secret, id } = await addCodeUser(collection, newName());
    await collection
      .db('identities')
      .insert({ provider: 'club', issuer: club.issuer, subject: username, user_id: id });
    club.accounts.set(username, { email: `${username}@example.org`, email_verified: true });
    const { page, browser } = await visit('/accounts/login?next=/accounts/sessions', username);
    expect(page.heading).toBe('Enter your code');
    expect((await browser.send(page, 'Sign in', { code: await codeOf(secret) })).path).toBe(
      '/accounts/sessions',
    );
  });

  it('links an account with the same address after the user has signed in to it', async () => {
    const { username, email } = await addUser(collection, newName());
    club.accounts.set(username, { email, email_verified: true });
    const { page, browser } = await visit('/accounts/login', username);
    expect([page.heading, page.words]).toEqual([
      'Sign in',
      expect.stringContaining('Sign in to it to link the two.'),
    ]);
    await browser.send(page, 'Sign in', { username, password: PASSWORD });
    const linked = await browser.open('/accounts/social');
    expect(linked.words).toContain('Club yes');
    const unlinked = await browser.send(linked, 'Unlink Club');
    expect(unlinked.words).toContain('Club no');
    const again = await visit('/accounts/social', username, browser);
    expect(again.page.words).toContain('Club yes');
  });

  it('shows known error messages only, not text from the query', async () => {
    const { page } = await visit('/accounts/login', { cancel: true });
    expect(page.words).toContain('The sign-in was cancelled at the provider.');
    const forged = await openPageBrowser(collection).open(
      '/accounts/login?social_error=Call+0900&social_provider=x',
    );
    expect(forged.words).not.toContain('0900');
    const odd = await openPageBrowser(collection).open('/accounts/login?social_error=constructor');
    expect(odd.words).toContain('The sign-in provider could not sign you in.');
  });
});

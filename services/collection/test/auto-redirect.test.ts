import { beforeAll, describe, expect, it } from '@jest/globals';
import { useService } from '@kitroom/testing/use-service';
import { newName } from './test-accounts.ts';
import { openPageBrowser } from './test-browser.ts';
import { startTestCollection, useCollection, useReplica } from './test-collection.ts';
import { SOCIAL, startOidcProvider } from './test-oidc-provider.ts';
import { addUser } from './test-users.ts';

const club = useService(() => startOidcProvider());
const collection = useCollection(() => ({
  ...club.env('CLUB'),
  OIDC_CLUB_ALLOWED_GROUPS: 'members',
  OIDC_CLUB_SCOPES: 'openid email groups',
  OIDC_AUTO_REDIRECT: 'club',
}));
const withoutPages = useReplica(collection, () => ({ ACCOUNT_PAGES: 'off' }));

beforeAll(() => club.register('club', collection, withoutPages));

const toClub = (next: string) => `${SOCIAL}club/login/?next=${encodeURIComponent(next)}`;

/** Status and `Location` of a page. */
async function locationOf(path: string, browser = openPageBrowser(collection)) {
  const { status, headers } = await browser.request(path);
  return [status, headers.get('Location')];
}

/** Signs in at the provider as a new user in these groups; returns the response to the callback. */
async function signInAtProvider(groups: string[], browser = openPageBrowser(collection)) {
  const subject = newName();
  club.accounts.set(subject, { email: `${subject}@example.org`, email_verified: true, groups });
  const started = await browser.request(toClub('/accounts/login?next=%2Faccounts%2Fsessions'));
  const path = await club.walk(started.headers.get('Location') ?? '', subject);
  return browser.request(path, { headers: { Accept: 'text/html' } });
}

describe('OIDC_AUTO_REDIRECT', () => {
  it('redirects the sign-in page to the provider, which returns to the requested page', async () => {
    const browser = openPageBrowser(collection);
    const loginPath = '/accounts/login?next=%2Faccounts%2Fsessions';
    expect(await locationOf('/accounts/sessions', browser)).toEqual([303, loginPath]);
    expect(await locationOf(loginPath, browser)).toEqual([303, toClub(loginPath)]);
    const returned = await signInAtProvider(['members'], browser);
    expect([returned.status, returned.headers.get('Location')]).toEqual([
      302,
      `${collection.url}${loginPath}`,
    ]);
    expect((await browser.open(loginPath)).heading).toBe('Sessions and API token');
  });

  it('redirects the sign-in page of the administration, but not signed-in users who are not staff', async () => {
    const browser = openPageBrowser(withoutPages);
    expect(await locationOf('/admin/account/login', browser)).toEqual([
      303,
      toClub('/admin/account/login?next=%2Fadmin%2F'),
    ]);
    const { username } = await addUser(collection, newName());
    const otherBrowser = openPageBrowser(collection);
    await otherBrowser.send(await otherBrowser.open('/accounts/login?local'), 'Sign in', {
      username,
      password: 'brass lantern 42',
    });
    const page = await openPageBrowser(withoutPages, otherBrowser.cookies).open('/admin/account/login');
    expect([page.heading, page.words]).toEqual([
      'Sign in',
      expect.stringContaining('You do not have access'),
    ]);
  });

  it.each([
    'local',
    'local=1&next=/accounts/',
    'social_error=access_denied',
    'ended=1',
    'deleted=1',
    'unsaved=1',
  ])('does not redirect the sign-in page with ?%s', async (query) => {
    expect(await locationOf(`/accounts/login?${query}`)).toEqual([200, null]);
  });

  it('does not redirect after a sign-out or to a page with a message', async () => {
    const browser = openPageBrowser(collection);
    await signInAtProvider(['members'], browser);
    const page = await browser.open('/accounts/sessions');
    const after = await browser.send(page, 'Sign out');
    expect([after.heading, after.words]).toEqual(['Sign in', expect.stringContaining('You are signed out.')]);
    const otherBrowser = openPageBrowser(collection);
    const form = await otherBrowser.open('/accounts/verify-email/resend');
    const resent = await otherBrowser.send(form, 'Send the mail', { email: 'nobody@example.org' });
    expect([resent.heading, resent.words]).toEqual([
      'Sign in',
      expect.stringContaining('a mail is on its way'),
    ]);
  });

  it('returns 403 without a redirect to users who lack an allowed group', async () => {
    const browser = openPageBrowser(collection);
    const { status, headers } = await signInAtProvider(['others'], browser);
    expect([status, headers.get('Location')]).toEqual([403, null]);
  });

  it('does not redirect a sign-in form with errors', async () => {
    const browser = openPageBrowser(collection);
    const page = await browser.open('/accounts/login?local');
    const refused = await browser.send(page, 'Sign in', { username: 'nobody', password: 'wrong' });
    expect([refused.status, refused.heading]).toEqual([400, 'Sign in']);
  });

  it('is shown as auto_redirect in the list of providers', async () => {
    expect((await collection.request(SOCIAL)).body).toMatchObject([
      { provider: 'club', auto_redirect: true },
    ]);
  });

  it('does not redirect while the provider is unavailable', async () => {
    const ownProvider = await startOidcProvider();
    await using fresh = await startTestCollection(collection.database, {
      ...ownProvider.env('CLUB'),
      OIDC_AUTO_REDIRECT: 'club',
    });
    ownProvider.register('club', fresh);
    ownProvider.setUnavailable(true);
    const browser = openPageBrowser(fresh);
    expect(await locationOf('/accounts/login', browser)).toEqual([200, null]);
    ownProvider.setUnavailable(false);
    expect((await locationOf('/accounts/login', browser))[0]).toBe(303);
    await ownProvider.close();
  });
});

import { beforeAll, describe, expect, it } from '@jest/globals';
import { useService } from '@kitroom/testing/use-service';
import { newName } from './test-accounts.ts';
import { openBrowser, openPageBrowser } from './test-browser.ts';
import { addCodeUser, codeOf } from './test-codes.ts';
import { useCollection, useReplica } from './test-collection.ts';
import {
  resultOf,
  signInAtProvider,
  SOCIAL,
  startOidcProvider,
  startSocialSignIn,
  type NamedProvider,
} from './test-oidc-provider.ts';
import { addUser } from './test-users.ts';

// One returns groups from the userinfo endpoint only, the other in the ID token.
const club = useService(() => startOidcProvider());
const fan = useService(() => startOidcProvider({ claimsInToken: true }));
const collection = useCollection(() => ({
  ...club.env('CLUB'),
  OIDC_CLUB_LABEL: 'The Club',
  OIDC_CLUB_SCOPES: 'openid profile email groups',
  OIDC_CLUB_ALLOWED_GROUPS: 'members, Kit curators',
  OIDC_CLUB_STAFF_GROUP: 'Kit curators',
  ...fan.env('FAN'),
  OIDC_FAN_SCOPES: 'openid groups email',
  OIDC_FAN_STAFF_GROUP: 'staff',
}));
const closed = useReplica(collection, () => ({ SIGN_UP: 'closed', OIDC_FAN_SIGN_UP: 'open' }));

beforeAll(() => {
  club.register('club', collection, closed);
  fan.register('fan', collection, closed);
});

const atClub: NamedProvider = { name: 'club', provider: club };
const atFan: NamedProvider = { name: 'fan', provider: fan };
const NOT_IN_GROUP = {
  detail:
    'You are not in a group that may sign in here. Ask the people who run this service to be added to one.',
  code: 'not_in_group',
};

/** Creates or updates an account at a provider with these groups. */
function setGroups(
  { provider }: NamedProvider,
  subject: string,
  groups: string[] | string | undefined,
): void {
  const claims = { email: `${subject}@example.org`, email_verified: true, preferred_username: subject };
  provider.accounts.set(subject, groups === undefined ? claims : { ...claims, groups });
}

/** Signs in with these groups; returns whether the user is staff afterwards. */
async function signInWith(at: NamedProvider, subject: string, groups: string[] | string | undefined) {
  setGroups(at, subject, groups);
  const browser = openBrowser(collection);
  const response = await signInAtProvider(browser, at, subject);
  expect(resultOf(response)).toEqual([302, `${collection.url}/welcome`, null]);
  const { user } = (await browser.request('/api/accounts/session/')).body;
  return { browser, isStaff: user.is_staff as boolean, id: user.id as number };
}

const usersOf = (subject: string) => collection.db('users').where({ email_key: `${subject}@example.org` });

describe('the settings of a sign-in provider', () => {
  it('determine its label and the requested scopes', async () => {
    const { body } = await collection.request(SOCIAL);
    expect(body.map(({ name }: { name: string }) => name)).toEqual(['The Club', 'Fan']);
    const address = new URL(await startSocialSignIn(openBrowser(collection), 'club'));
    expect(address.searchParams.get('scope')).toBe('openid profile email groups');
  });
});

describe('ALLOWED_GROUPS', () => {
  it.each([
    ['a list', ['others', 'members']],
    ['a single string', 'members'],
  ])('lets members sign in: groups as %s', async (_what, groups) => {
    expect((await signInWith(atClub, newName(), groups)).isStaff).toBe(false);
  });

  it.each([
    ['no groups', undefined],
    ['another group', ['others']],
    ['a group in other case', ['Members']],
    ['a longer name', 'members, Kit curators'],
    ['nothing', []],
  ])('makes other sign-ins return 403 without creating an account: %s', async (_what, groups) => {
    const subject = newName();
    setGroups(atClub, subject, groups);
    const browser = openBrowser(collection);
    const { status, body } = await signInAtProvider(browser, atClub, subject);
    expect([status, body]).toEqual([403, NOT_IN_GROUP]);
    expect(await browser.whoAmI()).toBeUndefined();
    expect([await usersOf(subject), await collection.db('identities').where({ subject })]).toEqual([[], []]);
  });

  it('makes sign-ins of former members, and linking by other users, return 403', async () => {
    const subject = newName();
    const { browser } = await signInWith(atClub, subject, ['members']);
    setGroups(atClub, subject, []);
    expect((await signInAtProvider(openBrowser(collection), atClub, subject)).status).toBe(403);
    const otherSubject = newName();
    setGroups(atClub, otherSubject, []);
    expect((await signInAtProvider(browser, atClub, otherSubject)).status).toBe(403);
    expect(await collection.db('identities').where({ subject: otherSubject })).toEqual([]);
  });

  it('shows browsers a 403 page with a link to the local sign-in', async () => {
    const subject = newName();
    setGroups(atClub, subject, []);
    const pages = openPageBrowser(collection);
    const address = await startSocialSignIn(
      openBrowser(collection, { cookies: pages.cookies }),
      'club',
      '/accounts/',
    );
    const response = await pages.request(await club.walk(address, subject), {
      headers: { Accept: 'text/html,*/*' },
    });
    const text = await response.text();
    expect([response.status, response.headers.get('Content-Type'), response.headers.get('Location')]).toEqual(
      [403, 'text/html; charset=utf-8', null],
    );
    expect(text).toContain(NOT_IN_GROUP.detail);
    expect(text).toContain(`href="${collection.url}/accounts/login?local"`);
    expect(response.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
  });
});

describe('STAFF_GROUP', () => {
  it('makes members staff and former members no longer staff, and records this in the audit log', async () => {
    const subject = newName();
    expect((await signInWith(atClub, subject, ['members'])).isStaff).toBe(false);
    const { id, isStaff, browser } = await signInWith(atClub, subject, ['members', 'Kit curators']);
    expect([isStaff, (await signInWith(atClub, subject, 'Kit curators')).isStaff]).toEqual([true, true]);
    expect((await signInWith(atClub, subject, 'members')).isStaff).toBe(false);
    // Existing sessions lose the rights, too.
    expect((await browser.request('/api/accounts/session/')).body.user.is_staff).toBe(false);
    const entries = await collection.db('audit_log').where({ owner_id: id }).orderBy('id');
    const [actor, off, on] = ['(sign-in provider club)', { is_staff: false }, { is_staff: true }];
    expect(entries).toMatchObject([
      {
        actor,
        actor_id: null,
        action: 'make staff',
        subject: 'user',
        label: subject,
        before: off,
        after: on,
      },
      {
        actor,
        actor_id: null,
        action: 'unmake staff',
        subject: 'user',
        label: subject,
        before: on,
        after: off,
      },
    ]);
  });

  it('is also looked up in the groups of the ID token', async () => {
    const subject = newName();
    expect((await signInWith(atFan, subject, ['staff'])).isStaff).toBe(true);
    expect((await signInWith(atFan, subject, undefined)).isStaff).toBe(false);
  });

  it('does not revoke the staff status when a user links a second provider', async () => {
    const subject = newName();
    const { browser } = await signInWith(atClub, subject, ['Kit curators']);
    setGroups(atFan, subject, []);
    expect(resultOf(await signInAtProvider(browser, atFan, subject))).toEqual([
      302,
      `${collection.url}/welcome`,
      null,
    ]);
    expect((await browser.request('/api/accounts/session/')).body.user.is_staff).toBe(true);
  });

  it('is also applied to users who have to send a code', async () => {
    const { id, username, secret } = await addCodeUser(collection, newName());
    await collection
      .db('identities')
      .insert({ provider: 'club', issuer: club.issuer, subject: username, user_id: id });
    setGroups(atClub, username, ['Kit curators']);
    const browser = openBrowser(collection);
    expect(resultOf(await signInAtProvider(browser, atClub, username))[2]).toBe('mfa_required');
    const { body } = await browser.send('POST', '/api/accounts/mfa/login/', { code: await codeOf(secret) });
    expect(body.user.is_staff).toBe(true);
  });
});

describe('OIDC_<NAME>_SIGN_UP', () => {
  it('takes precedence over SIGN_UP, which is the default', async () => {
    const subject = newName();
    setGroups(atClub, subject, ['members']);
    setGroups(atFan, subject, []);
    const refused = await signInAtProvider(openBrowser(closed), atClub, subject);
    expect([refused.status, refused.body.code, await usersOf(subject)]).toEqual([403, 'sign_up_closed', []]);
    expect((await signInAtProvider(openBrowser(closed), atFan, subject)).status).toBe(302);
    expect(await usersOf(subject)).toHaveLength(1);
  });

  it('does not prevent users from linking an existing account', async () => {
    const { username } = await addUser(collection, newName());
    setGroups(atClub, username, ['members']);
    const browser = openBrowser(closed);
    expect(resultOf(await signInAtProvider(browser, atClub, username))[2]).toBe('link_required');
    await browser.signIn(username);
    expect(await collection.db('identities').where({ subject: username })).toHaveLength(1);
  });
});

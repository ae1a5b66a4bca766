import { beforeAll, describe, expect, it } from '@jest/globals';
import { useService } from '@kitroom/testing/use-service';
import { createUser } from '../src/accounts/commands/operator-users.ts';
import { newName, openSignedIn, post, useCollectionWithMail } from './test-accounts.ts';
import { openBrowser, openPageBrowser } from './test-browser.ts';
import { useReplica, type TestCollection } from './test-collection.ts';
import { errorOf, signInAtProvider, startOidcProvider } from './test-oidc-provider.ts';
import { addUser, PASSWORD } from './test-users.ts';

const club = useService(() => startOidcProvider());
const { collection: limited, mail } = useCollectionWithMail(() => ({
  ...club.env('CLUB'),
  SIGN_UP_DOMAINS: 'Example.org, münchen.example',
}));
const closed = useReplica(limited, () => ({ SIGN_UP: 'closed', SIGN_UP_DOMAINS: '', PUBLIC_URL: '' }));
const reopened = useReplica(limited, () => ({ PUBLIC_URL: '' }));

beforeAll(() => club.register('club', closed, reopened));

const NOT_ALLOWED =
  'This e-mail address cannot be used here. Allowed domains: example.org, xn--mnchen-3ya.example.';
const FOREIGN = [
  'ada@example.com',
  'ada@mail.example.org',
  'ada@example.org.example.com',
  'ada@notexample.org',
];

const account = (email: string) => ({ username: newName(), email, password: PASSWORD });

/** Signs in with the provider as a user with this address. */
async function visitAs(collection: TestCollection, email: string) {
  const subject = newName();
  club.accounts.set(subject, { email, email_verified: true });
  const response = await signInAtProvider(openBrowser(collection), { name: 'club', provider: club }, subject);
  const users = await limited.db('identities').where({ subject }).pluck('user_id');
  return { response, isUser: users.length > 0 };
}

describe('SIGN_UP=closed', () => {
  it('rejects valid and invalid sign-ups with 403', async () => {
    for (const body of [account('ada@example.org'), {}]) {
      const response = await post(closed, 'signup/', body);
      expect([response.status, response.body]).toEqual([403, { detail: 'Sign-up is closed.' }]);
    }
    expect(await limited.db('users').where({ email_key: 'ada@example.org' })).toEqual([]);
  });

  it('is shown as `sign_up` in GET /api/limits/', async () => {
    const shown = await Promise.all(
      [closed, limited].map(async (service) => (await service.request('/api/limits/')).body.sign_up),
    );
    expect(shown).toEqual(['closed', 'open']);
  });

  it('replaces the form on the sign-up page with a message, and removes links to the page', async () => {
    const browser = openPageBrowser(closed);
    const page = await browser.open('/accounts/signup');
    expect(page.words).toContain('Sign-up is closed. Sign in as shown below, or ask the people who run');
    expect([page.document.querySelector('form'), page.words]).toEqual([
      null,
      expect.stringContaining('Sign in with Club'),
    ]);
    expect((await browser.open('/accounts/login')).document.querySelector('a[href*="signup"]')).toBeNull();
    const open = openPageBrowser(limited);
    const sent = await open.open('/accounts/signup');
    const { status, heading, words } = await openPageBrowser(closed, open.cookies).send(
      sent,
      'Create account',
      {
        ...account('ada@example.org'),
      },
    );
    expect([status, heading, words]).toEqual([
      403,
      'Not allowed',
      expect.stringContaining('Sign-up is closed.'),
    ]);
  });

  it('rejects new users from a provider with sign_up_closed, unlike open sign-up', async () => {
    const email = `${newName()}@example.org`;
    const refused = await visitAs(closed, email);
    expect([refused.response.body.code, refused.isUser]).toEqual(['sign_up_closed', false]);
    const known = await visitAs(reopened, email);
    expect([errorOf(known.response), known.isUser]).toEqual([null, true]);
  });

  it('does not prevent staff and operators from creating users', async () => {
    const staff = await addUser(limited, newName('staff'), { isStaff: true });
    const browser = openPageBrowser(closed);
    await browser.signIn(staff.username);
    const { username, email } = account('guest@example.com');
    const page = await browser.send(
      await browser.open('/admin/users/new'),
      'Create the user and send the mail',
      {
        username,
        email,
      },
    );
    expect(page.heading).toBe(username);
    const values = { ...account(`${newName()}@example.com`), name: '', isVerified: true, isStaff: false };
    expect(await createUser(limited.db, values)).toMatchObject({ email: values.email });
  });
});

describe('SIGN_UP_DOMAINS', () => {
  it.each(FOREIGN)('rejects a sign-up with an address of another domain: %s', async (email) => {
    const { status, body } = await post(limited, 'signup/', account(email));
    expect([status, body]).toEqual([400, { email: [NOT_ALLOWED] }]);
  });

  it('reports a rejected address together with the errors of other fields', async () => {
    const { body } = await post(limited, 'signup/', { ...account('ada@example.com'), password: '1234567' });
    expect(Object.keys(body).toSorted()).toEqual(['email', 'password']);
  });

  it.each(['example.org', 'EXAMPLE.ORG', 'münchen.example', 'xn--mnchen-3ya.example'])(
    'allows a sign-up with an address of an allowed domain: %s',
    async (domain) => {
      expect((await post(limited, 'signup/', account(`${newName()}@${domain}`))).status).toBe(201);
    },
  );

  it('rejects a new address of another domain, and accepts the current address', async () => {
    const { browser, user } = await openSignedIn(limited, { email: `${newName()}@example.com` });
    const patch = (email: string) => browser.send('PATCH', '/api/accounts/profile/', { email });
    for (const email of FOREIGN)
      expect(await patch(email)).toMatchObject({ status: 400, body: { email: [NOT_ALLOWED] } });
    expect((await patch(user.email)).status).toBe(200);
    expect(await patch(`${user.username}@example.org`)).toMatchObject({
      status: 200,
      body: { email: user.email, pending_email: `${user.username}@example.org` },
    });
  });

  it('rejects the verification of a pending address of another domain', async () => {
    const { browser, user } = await openSignedIn(closed);
    const email = `${user.username}@example.com`;
    expect((await browser.send('PATCH', '/api/accounts/profile/', { email })).status).toBe(200);
    const { key } = await mail.lastMailTo(email);
    const { status, body } = await post(limited, 'verify-email/', { key });
    expect([status, body]).toEqual([400, { key: [NOT_ALLOWED] }]);
    expect(await limited.db('users').where({ id: user.id }).first('email')).toEqual({ email: user.email });
  });

  it('rejects new users from a provider with domain_not_allowed, unless an account has the address', async () => {
    const email = `${newName()}@example.com`;
    const refused = await visitAs(reopened, email);
    expect([refused.response.body.code, refused.isUser]).toEqual(['domain_not_allowed', false]);
    await addUser(limited, newName(), { email });
    expect(errorOf((await visitAs(reopened, email)).response)).toBe('link_required');
    expect((await visitAs(reopened, `${newName()}@example.org`)).isUser).toBe(true);
  });
});

import { beforeAll, expect, it } from '@jest/globals';
import type { BrowserContext } from 'playwright-core';
import { SHOWCASE_LIMITS } from '@kitroom/devstack/stack-environment';
import { eventually } from '@kitroom/testing/eventually';
import { describeWithBrowser } from '@kitroom/testing/test-browser';
import { useService } from '@kitroom/testing/use-service';
import { startOidcProvider } from '../../services/collection/test/test-oidc-provider.ts';
import { findFaults } from './inspect-page.ts';
import { press } from './keyboard.ts';
import { useShowcase } from './use-showcase.ts';

const MINUTES = 120_000;

describeWithBrowser('the showcase of a closed community', () => {
  const provider = useService(() => startOidcProvider());
  const { newContext, open } = useShowcase(() => ({
    ...SHOWCASE_LIMITS,
    ...provider.env('CLUB'),
    OIDC_CLUB_SCOPES: 'openid profile email groups',
    OIDC_CLUB_ALLOWED_GROUPS: 'members',
    OIDC_CLUB_STAFF_GROUP: 'board',
    OIDC_AUTO_REDIRECT: 'club',
    PASSWORD_SIGN_IN: 'off',
  }));
  let collection: string;

  beforeAll(async () => {
    const context = await newContext();
    const response = await context.request.get('/config.json');
    ({ collection } = (await response.json()) as { collection: string });
    provider.register('club', { url: collection });
    await context.close();
  });

  function setGroups(...groups: string[]): void {
    provider.accounts.set('jones', { email: 'jones@club.example', email_verified: true, groups });
    provider.setVisitor('jones');
  }

  async function isStaff({ request }: BrowserContext): Promise<boolean | undefined> {
    const response = await request.get(`${collection}/api/accounts/session/`);
    const { user } = (await response.json()) as { user: { is_staff: boolean } | null };
    return user?.is_staff;
  }

  it(
    'says on each closed screen what is closed, and shows no form',
    async () => {
      const context = await newContext();
      for (const [path, sentence] of Object.entries({
        '/sign-in?local': 'Passwords are not used here: sign in as shown below.',
        '/sign-up': 'Sign-up is closed.',
        '/account/password/reset': 'Passwords are not used here: sign in with a provider instead.',
      })) {
        const page = await open(path, context);
        await page.getByText(sentence).waitFor();
        expect([path, await page.locator('main input').count(), await findFaults(page)]).toEqual([
          path,
          0,
          [],
        ]);
        await page.close();
      }
      await context.close();
    },
    MINUTES,
  );

  it(
    'signs in through the provider, updates the staff role at each sign-in, and rejects other groups',
    async () => {
      const context = await newContext();
      setGroups('members');
      const page = await open('/account', context);
      await page.getByText('You are signed in as jones.').waitFor();
      await page.getByText('You cannot sign in with a password here').waitFor();
      expect([await isStaff(context), await findFaults(page)]).toEqual([false, []]);

      setGroups('members', 'board');
      await page.getByRole('banner').getByRole('button', { name: 'Sign out' }).click();
      await eventually(async () => expect(await isStaff(context)).toBeUndefined());
      // After signing out, users are not signed in again automatically.
      await page.goto('/sign-in');
      await press(page, 'Sign in with Club', 'link');
      await page.waitForURL('**/collection');
      expect(await isStaff(context)).toBe(true);

      setGroups('members');
      await page.getByRole('banner').getByRole('button', { name: 'Sign out' }).click();
      await eventually(async () => expect(await isStaff(context)).toBeUndefined());
      await page.goto('/sign-in');
      await press(page, 'Sign in with Club', 'link');
      await page.waitForURL('**/collection');
      expect(await isStaff(context)).toBe(false);

      setGroups();
      const otherContext = await newContext();
      const rejected = await open('/collection', otherContext);
      await rejected.getByRole('heading', { name: 'You cannot sign in here' }).waitFor();
      await rejected.getByText('You are not in a group that may sign in here.').waitFor();
      expect([new URL(rejected.url()).origin, await findFaults(rejected)]).toEqual([collection, []]);
      await press(rejected, 'Sign in another way', 'link');
      await rejected.getByText('Passwords are not used here').waitFor();
      expect(await isStaff(otherContext)).toBeUndefined();
      await otherContext.close();
      await context.close();
    },
    MINUTES,
  );
});

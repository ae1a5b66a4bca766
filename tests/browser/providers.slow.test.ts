import { beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { SHOWCASE_LIMITS } from '@kitroom/devstack/stack-environment';
import { eventually } from '@kitroom/testing/eventually';
import { describeWithBrowser } from '@kitroom/testing/test-browser';
import { useService } from '@kitroom/testing/use-service';
import { startOidcProvider } from '../../services/collection/test/test-oidc-provider.ts';
import { enableSecondFactor } from './enable-second-factor.ts';
import { findFaults } from './inspect-page.ts';
import { press, type } from './keyboard.ts';
import { useShowcase } from './use-showcase.ts';

const MINUTE = 60_000;

describeWithBrowser('sign-in providers in the showcase', () => {
  const provider = useService(() => startOidcProvider());
  const { newContext, newCollector, open, problems } = useShowcase(() => ({
    ...SHOWCASE_LIMITS,
    ...provider.env('CLUB'),
  }));

  beforeAll(async () => {
    const { request } = await newContext();
    const { collection } = (await (await request.get('/config.json')).json()) as { collection: string };
    provider.register('club', { url: collection });
    for (const name of ['jones', 'stranger']) {
      provider.accounts.set(name, { email: `${name}@club.example`, email_verified: true, name });
    }
  });

  const section = (page: Page, name: string) => page.getByRole('region', { name });

  it(
    'are linked to an account in place, sign in with a second factor, and are unlinked',
    async () => {
      const { context, api } = await newCollector('mrs.jones');
      const codes = await enableSecondFactor(api);
      const page = await open('/account', context);
      const providers = section(page, 'Sign-in providers');
      await press(page, 'Link Club', 'link');
      await page.getByText('The sign-in was cancelled at the provider.').waitFor();
      expect(new URL(page.url()).pathname).toBe('/account');

      provider.setVisitor('jones');
      // The service redirects users with an old sign-in to this page.
      await page.goto('/account?social_error=confirmation_required&social_provider=club');
      const confirmation = section(page, 'Confirm that it is you');
      await confirmation.getByLabel('Your password').fill('brass lantern 42');
      await confirmation.getByLabel('Code').fill(codes[0] ?? '');
      expect(await findFaults(page)).toEqual([]);
      await press(page, 'Confirm');
      await press(page, 'Continue to link Club', 'link');
      await providers.getByText('linked', { exact: true }).waitFor();
      expect(new URL(page.url()).search).toBe('');
      expect(await findFaults(page)).toEqual([]);

      const otherContext = await newContext();
      const otherPage = await open('/sign-in?next=/profile', otherContext);
      await press(otherPage, 'Sign in with Club', 'link');
      await type(otherPage, 'Code', codes[1] ?? '');
      await otherPage.keyboard.press('Enter');
      await otherPage.waitForURL('/profile');
      await page.reload();
      const sessions = section(page, 'Sessions').getByRole('listitem');
      await press(page, /^Sign out: /);
      await eventually(async () => expect(await sessions.count()).toBe(1));
      await otherPage.reload();
      await otherPage.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor();

      await press(page, 'Unlink: Club');
      await providers.getByText('not linked').waitFor();
      const factor = section(page, 'Two-factor authentication');
      await press(page, 'Turn it off …');
      await factor.getByLabel('Your password').fill('brass lantern 42');
      await press(page, 'Turn it off');
      await factor.getByText('Two-factor authentication is off.').waitFor();
      expect(await findFaults(page)).toEqual([]);
      await otherContext.close();
      await context.close();
    },
    MINUTE,
  );

  it(
    'create an account without a password, which is deleted after entering its username',
    async () => {
      provider.setVisitor('stranger');
      const context = await newContext();
      const page = await open('/sign-in?next=/account', context);
      await press(page, 'Sign in with Club', 'link');
      await page.getByText('You are signed in as stranger.').waitFor();
      await page.getByText('Your account has no password').waitFor();
      await press(page, 'Unlink: Club');
      // Without a provider or a password, the user could not sign in any more.
      await section(page, 'Sign-in providers').getByRole('alert').waitFor();
      expect(await findFaults(page)).toEqual([]);
      await type(page, 'Your username', 'stranger');
      await press(page, 'Delete my account permanently');
      await page.getByRole('heading', { name: 'Your account is deleted' }).waitFor();
      // The browser reports the refusal.
      problems.length = 0;
      await context.close();
    },
    MINUTE,
  );

  it('report no error to the console', () => {
    expect(problems).toEqual([]);
  });
});

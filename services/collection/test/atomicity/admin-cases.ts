import { enqueue, JOBS_TABLE } from '@kitroom/server/jobs/jobs';
import { insertKey } from '../../src/accounts/sign-up/key-queries.ts';
import type { NewUser, UserRow } from '../../src/accounts/users/user-queries.ts';
import { newName } from '../test-accounts.ts';
import { createAppToken } from '../test-app-tokens.ts';
import { openPageBrowser, type PageBrowser } from '../test-browser.ts';
import { addPhoto } from '../test-items.ts';
import { addUser, tokenOf } from '../test-users.ts';
import { addPhotoFile } from './collecting-cases.ts';
import { addOwner, openUser, type Case, type World } from './world.ts';

/** A form sent by staff. */
interface StaffForm {
  /** The path below `/admin`. */
  path: string;
  fields?: Readonly<Record<string, string>>;
  /** The page with the form, if the form has more fields; those are sent, too. */
  page?: string;
}

/**
 * A form sent by a new member of staff. The session, which contains the message for the next page, is saved
 * after the change.
 */
function byStaff(prepare: (world: World) => Promise<StaffForm>): Case {
  return async (world) => {
    const { collection } = world;
    const staff = await addUser(collection, newName('staff'), { isStaff: true });
    const browser = openPageBrowser(collection);
    await browser.signIn(staff.username);
    const { path, fields, page } = await prepare(world);
    const body = new URLSearchParams({ ...(await readForm(browser, page ?? '/users')), ...fields });
    const init = { method: 'POST', body, headers: { Origin: collection.url } };
    return {
      browser,
      withoutSession: [303],
      async send() {
        const response = await browser.request(`/admin${path}`, init);
        const { status, headers } = response;
        return { status, headers, body: await response.text() };
      },
    };
  };
}

/** The fields of a page's form, including the CSRF token. */
async function readForm(browser: PageBrowser, page: string): Promise<Record<string, string>> {
  const { document } = await browser.open(`/admin${page}`);
  const forms = [...document.querySelectorAll('main form, form')];
  const form = forms.find((candidate) => candidate.querySelector('[name=name]')) ?? forms.at(-1);
  const inputs = [...(form?.querySelectorAll('input[name], textarea[name]') ?? [])];
  const named = inputs.filter((input) => input.getAttribute('type') !== 'checkbox');
  return Object.fromEntries(
    named.map((input) => [
      input.getAttribute('name'),
      input.getAttribute('value') ?? input.textContent ?? '',
    ]),
  );
}

/** An action on a user. */
function onUser(
  action: string,
  options: Partial<NewUser> = {},
  change: (world: World, user: UserRow) => Promise<unknown> = async () => undefined,
): Case {
  return byStaff(async (world) => {
    const user = await addUser(world.collection, newName(), options);
    await change(world, user);
    return { path: `/users/${user.id}${action}` };
  });
}

const block = ({ collection }: World, { id }: UserRow) =>
  collection.db('users').where({ id }).update({ is_active: false });

/** Adds credentials that blocking a user deletes. */
async function addCredentials({ collection }: World, user: UserRow): Promise<void> {
  await tokenOf(collection, user);
  const key = { purpose: 'reset', userId: user.id, email: user.email } as const;
  await insertKey(collection.db, `key of ${user.username}`, key);
}

/** An action on a job whose row has been updated with `change`. */
function onJob(action: string, change: object): Case {
  return byStaff(async ({ collection: { db } }) => {
    const name = newName('job');
    await enqueue(db, name, name);
    await db(JOBS_TABLE).where({ name }).update(change);
    const [job] = await db(JOBS_TABLE).where({ name }).select('id');
    return { path: `/jobs/${job.id}/${action}` };
  });
}

function onMail(action: string): Case {
  return byStaff(async ({ collection }) => {
    const user = await addUser(collection, newName(), { isVerified: false });
    await collection.request('/api/accounts/verify-email/resend/', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: user.email }),
    });
    const [mail] = await collection.db('mails').where({ email: user.email }).select('id');
    return { path: `/mails/${mail.id}/${action}` };
  });
}

/** The actions of staff, keyed by the list's path and the action's name. */
export const ADMIN_CASES: Readonly<Record<string, Case>> = {
  '/users create': byStaff(async () => {
    const username = newName();
    return { path: '/users/new', page: '/users/new', fields: { username, email: `${username}@example.org` } };
  }),
  '/users save': byStaff(async ({ collection }) => {
    const { id } = await addUser(collection, newName());
    return { path: `/users/${id}`, page: `/users/${id}`, fields: { items_max: '7' } };
  }),
  '/users verify': onUser('/verify', { isVerified: false }),
  '/users mail-verification': onUser('/mail-verification', { isVerified: false }),
  '/users mail-reset': onUser('/mail-reset'),
  '/users make-staff': onUser('/make-staff'),
  '/users unmake-staff': onUser('/unmake-staff', { isStaff: true }),
  '/users delete-token': onUser('/delete-token', {}, addCredentials),
  '/users unblock': onUser('/unblock', {}, block),
  '/users block': onUser('/block', {}, addCredentials),
  '/tokens delete': byStaff(async (world) => {
    const { user } = await addOwner(world);
    return { path: `/tokens/${user.id}/delete` };
  }),
  '/app-tokens delete': byStaff(async (world) => {
    const { id } = await createAppToken((await openUser(world)).browser);
    return { path: `/app-tokens/${id}/delete` };
  }),
  '/items save': byStaff(async (world) => {
    const { item } = await addOwner(world);
    return { path: `/items/${item}`, page: `/items/${item}`, fields: { name: 'Renamed' } };
  }),
  '/items delete': byStaff(async (world) => {
    const owner = await addOwner(world);
    await addPhotoFile(world, owner);
    return { path: `/items/${owner.item}/delete` };
  }),
  '/photos retry': byStaff(async (world) => {
    const { user, item } = await addOwner(world);
    const id = await addPhoto(world.collection, user, item);
    await world.collection.db('photos').where({ id }).update({ attempts: 99 });
    return { path: `/photos/${id}/retry` };
  }),
  '/photos delete': byStaff(async (world) => ({
    path: `/photos/${await addPhotoFile(world, await addOwner(world))}/delete`,
  })),
  '/jobs retry': onJob('retry', { next_run_at: null, locked_at: null }),
  '/jobs run': onJob('run', { next_run_at: '2099-01-01', data: '{}', repeat_interval: 'every hour' }),
  '/mails send': onMail('send'),
  '/mails cancel': onMail('cancel'),
};

import { describe, expect, it } from '@jest/globals';
import type { AnyResource } from '@kitroom/server/pages/resource';
import type { UserRow } from '../src/accounts/users/user-queries.ts';
import { appTokenResource } from '../src/admin/app-token-resource.ts';
import { itemResource } from '../src/admin/item-resource.ts';
import { jobResource, mailResource } from '../src/admin/job-resource.ts';
import { photoResource } from '../src/admin/photo-resource.ts';
import { tokenResource } from '../src/admin/token-resource.ts';
import { userResource } from '../src/admin/user-resource.ts';
import type { Context } from '../src/context.ts';
import { ADMIN_CASES } from './atomicity/admin-cases.ts';
import { checkAttempt } from './atomicity/check-attempt.ts';
import { useWorld } from './atomicity/world.ts';
import { withContext } from './test-accounts.ts';

const world = useWorld();

/** The names of all actions of staff on a list's pages. */
function listActions({ path, form, actions = [] }: AnyResource<UserRow>): string[] {
  const forms = [form?.create && 'create', form?.save && 'save'].filter((name) => name !== undefined);
  return [...forms, ...actions.map(({ name }) => name)].map((name) => `${path} ${name}`);
}

function listResources(context: Context): Array<AnyResource<UserRow>> {
  const [mails, photos] = [mailResource(context), photoResource(context)];
  return [
    userResource(context),
    tokenResource(context),
    appTokenResource(context),
    itemResource(context),
    photos,
    jobResource(context, mails, photos),
    mails,
  ] as Array<AnyResource<UserRow>>;
}

describe('the cases', () => {
  it('cover every staff action', async () => {
    const env = { DATABASE_URL: world.collection.database.url, MEDIA_ROOT: world.collection.mediaRoot };
    const names = await withContext(env, async (context) => listResources(context).flatMap(listActions));
    expect(Object.keys(ADMIN_CASES).toSorted()).toEqual(names.toSorted());
  });
});

describe('a staff action with a failing write', () => {
  it.each(Object.entries(ADMIN_CASES))('shows the error and changes nothing: %s', async (_name, prepare) => {
    const entries = async () =>
      (await world.collection.db('audit_log').whereNot({ action: 'sign in' })).length;
    const before = await entries();
    const failures = await checkAttempt(world, prepare);
    // Fails if the action is not logged: a change and its log entry are at least two writes.
    expect(failures).toBeGreaterThan(1);
    expect(await entries()).toBeGreaterThan(before);
  });
});

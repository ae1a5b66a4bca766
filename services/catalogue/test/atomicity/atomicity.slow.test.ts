import { describe, expect, it } from '@jest/globals';
import { ADMIN_ACTIONS } from './admin-actions.ts';
import { useChangingSite } from './changing-site.ts';
import { failEach } from './fail-each.ts';
import { COMMAND_ACTIONS, ENDPOINT_ACTIONS, READING } from './other-actions.ts';

const site = useChangingSite();

const ACTIONS = [...ADMIN_ACTIONS, ...ENDPOINT_ACTIONS, ...COMMAND_ACTIONS].map((action) => ({
  name: [action.of, action.variant ?? []].flat().join(' '),
  action,
}));

describe('a failed SQL statement', () => {
  it.each(ACTIONS)(
    'changes nothing and is reported: $name',
    async ({ action }) => {
      expect(await failEach(site, action)).toBeGreaterThan(0);
    },
    60_000,
  );
});

describe('an action that only reads', () => {
  it.each(READING)('writes nothing: $of', async (action) => {
    expect(await failEach(site, action)).toBe(0);
  });
});

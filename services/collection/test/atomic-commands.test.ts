import { describe, expect, it } from '@jest/globals';
import type { Command } from 'commander';
import type { Database } from '@kitroom/server/database/database';
import { createUser, setUserPassword } from '../src/accounts/commands/operator-users.ts';
import { readToken } from '../src/accounts/tokens/issue-token.ts';
import { deleteToken } from '../src/accounts/tokens/token-queries.ts';
import type { UserRow } from '../src/accounts/users/user-queries.ts';
import { createCollectionCommands } from '../src/commands.ts';
import { useWorld } from './atomicity/world.ts';
import { newName } from './test-accounts.ts';
import { TEST_SECRET_KEY } from './test-collection.ts';
import { addUser, tokenOf } from './test-users.ts';

const world = useWorld();

/** The work of each command, after it has parsed its arguments. */
const CASES: Readonly<Record<string, (db: Database, user: UserRow) => Promise<unknown>>> = {
  'users create': (db) => {
    const username = newName();
    const state = { name: '', isVerified: true, isStaff: true };
    return createUser(db, {
      ...state,
      username,
      email: `${username}@example.org`,
      password: 'orange peel 30',
    });
  },
  'users set-password': (db, user) => setUserPassword(db, user, 'green umbrella 7'),
  'tokens show': (db, { id }) => readToken(db, [TEST_SECRET_KEY], id),
  'tokens delete': async (db, user) => {
    if (!(await deleteToken(db, user.id))) throw new Error('there is no token');
  },
};

/** Commands without a case, with the reason. */
const WITHOUT_CASE: Readonly<Record<string, string>> = {
  serve: 'runs the service',
  worker: 'runs jobs',
  migrate: 'runs each migration in a transaction of Knex',
  check: 'only reads',
  'users list': 'only reads',
  'mail test': 'only sends an e-mail',
};

/** The names of a program's commands, without groups of commands. */
function listCommands({ commands }: Command, before = ''): string[] {
  return commands.flatMap((command) => {
    const name = `${before}${command.name()}`;
    return command.commands.length > 0 ? listCommands(command, `${name} `) : [name];
  });
}

describe('the cases', () => {
  it('cover every command, apart from the exceptions', () => {
    const names = listCommands(createCollectionCommands());
    expect([...Object.keys(CASES), ...Object.keys(WITHOUT_CASE)].toSorted()).toEqual(names.toSorted());
  });
});

describe('a command with a failing write', () => {
  it.each(Object.entries(CASES))('fails and changes nothing: %s', async (name, run) => {
    const { collection, statements } = world;
    const user = await addUser(collection, newName());
    if (name === 'tokens delete') await tokenOf(collection, user);
    const before = await statements.snapshot();
    const { outcome, failures } = await statements.failEach(
      () => run(collection.db, user).then(() => 'done', String),
      async (error, statement) => {
        expect(error).toContain('of the test fails');
        expect({ statement, ...(await statements.snapshot()) }).toEqual({ statement, ...before });
      },
    );
    expect(outcome).toBe('done');
    expect(failures).toBeGreaterThan(0);
  });
});

import { afterAll, describe, expect, it } from '@jest/globals';
import type { Command } from 'commander';
import { CATALOGUE_CONTRACTS } from '@kitroom/catalogue-client';
import { adminRoutes } from '../../src/admin/admin-router.ts';
import { openApiKeys } from '../../src/api-keys/identify-key.ts';
import { createCatalogueCommands } from '../../src/commands.ts';
import { readCatalogueConfig } from '../../src/config.ts';
import { closeContext, openContext } from '../../src/context.ts';
import { openOperators } from '../../src/operators/operator-credentials.ts';
import { ADMIN_ACTIONS } from './admin-actions.ts';
import { useChangingSite } from './changing-site.ts';
import { failEach } from './fail-each.ts';
import { COMMAND_ACTIONS, ENDPOINT_ACTIONS, OTHER_COMMANDS, READING } from './other-actions.ts';

const site = useChangingSite();

const namesOf = (actions: ReadonlyArray<{ of: string }>) =>
  [...new Set(actions.map(({ of }) => of))].toSorted();

describe('the actions of the atomicity tests', () => {
  const context = openContext(
    readCatalogueConfig({ DATABASE_URL: 'postgresql://localhost/none', PORT: '0' }),
  );
  afterAll(() => closeContext(context));

  it('include every endpoint with a method other than GET', () => {
    const changing = CATALOGUE_CONTRACTS.filter(({ method }) => method !== 'GET');
    expect(namesOf([...ENDPOINT_ACTIONS, ...READING])).toEqual(
      expect.arrayContaining(changing.map(({ id }) => id)),
    );
  });

  it('include every form of the admin interface', () => {
    const routes = adminRoutes(context, openApiKeys(context), openOperators(context));
    const forms = routes.filter(({ method }) => method === 'POST').map(({ path }) => `POST ${path}`);
    expect(namesOf(ADMIN_ACTIONS)).toEqual(forms.toSorted());
  });

  it('include every command', () => {
    const known = [...namesOf([...COMMAND_ACTIONS, ...READING]), ...Object.keys(OTHER_COMMANDS)];
    expect(known).toEqual(expect.arrayContaining(listCommands(createCatalogueCommands())));
  });
});

function listCommands({ commands }: Command, above: readonly string[] = []): string[] {
  return commands.flatMap((command) => {
    const path = [...above, command.name()];
    return command.commands.length > 0 ? listCommands(command, path) : [path.join(' ')];
  });
}

/** A change with its entry in the audit log, the largest action, a request with its job, and a command. */
const SAMPLE = ['POST /clubs/:key', 'POST /clubs/:key/merge', 'scrapeUserCollection', 'operators delete'];

describe('a failed SQL statement', () => {
  const actions = [...ADMIN_ACTIONS, ...ENDPOINT_ACTIONS, ...COMMAND_ACTIONS];

  it.each(actions.filter(({ of, variant }) => SAMPLE.includes(of) && variant === undefined))(
    'changes nothing and is reported: $of',
    async (action) => {
      expect(await failEach(site, action)).toBeGreaterThan(0);
    },
  );
});

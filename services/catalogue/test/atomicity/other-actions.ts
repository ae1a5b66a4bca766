import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { matchTexts, scrapeUserCollection } from '@kitroom/catalogue-client';
import { addOperator } from '../admin-browser.ts';
import { kitLines, recordLine } from '../fixture-catalogue.ts';
import type { ChangingAction, ChangingSite } from './changing-site.ts';

/** The endpoints that change something. */
export const ENDPOINT_ACTIONS: readonly ChangingAction[] = [
  {
    of: scrapeUserCollection.id,
    prepare: async (site) => () => sendScrape(site),
  },
  {
    of: scrapeUserCollection.id,
    variant: 'of a collection that is available',
    async prepare(site) {
      await site.catalogue.db.raw(
        "insert into user_collections (userid, pages_scraped, expires_at) values (7, 1, now() + interval '1 day')",
      );
      return () => sendScrape(site);
    },
  },
];

function sendMatch({ request }: ChangingSite) {
  const body = JSON.stringify({ clubs: ['malaga'] });
  return request(matchTexts.path, { method: 'POST', body, headers: { 'Content-Type': 'application/json' } });
}

function sendScrape({ request }: ChangingSite) {
  return request('/api/user-collection/7/scrape?force=true', { method: 'POST' });
}

/** The commands. */
export const COMMAND_ACTIONS: readonly ChangingAction[] = [
  {
    of: 'import',
    async prepare({ folder, run }) {
      const lines = [
        recordLine('competition', 'League'),
        recordLine('club', 'Malaga', { country: 'PT' }),
        { kind: 'season', year: '2031' },
        { kind: 'kit_type', name: 'Away', order_priority: 9 },
        ...kitLines([
          { club: 'Betis', brand: 'Puma', competitions: ['league-kits'] },
          { club: 'Málaga CF', rating: 4 },
        ]),
      ];
      const file = join(folder, 'import.ndjson');
      await writeFile(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
      return () => run(['import', file]);
    },
  },
  {
    of: 'keys create',
    prepare:
      async ({ run }) =>
      () =>
        run(['keys', 'create', '--name', 'Front end']),
  },
  {
    of: 'keys revoke',
    async prepare({ catalogue: { db }, run }) {
      const [key] = await db('api_keys')
        .insert({ name: 'Old', key_hash: randomBytes(32) })
        .returning<Array<{ id: number }>>('id');
      return () => run(['keys', 'revoke', String(key?.id)]);
    },
  },
  {
    of: 'operators create',
    prepare:
      async ({ run }) =>
      () =>
        run(['operators', 'create', '--name', 'Otto'], NEW_PASSWORD),
  },
  {
    of: 'operators set-password',
    async prepare({ catalogue, run }) {
      await addOperator(catalogue, 'Petra');
      return () => run(['operators', 'set-password', 'Petra'], NEW_PASSWORD);
    },
  },
  {
    of: 'operators delete',
    async prepare({ catalogue, run }) {
      await addOperator(catalogue, 'Petra');
      return () => run(['operators', 'delete', 'Petra']);
    },
  },
];

/** Endpoints and commands that write nothing. */
export const READING: readonly ChangingAction[] = [
  { of: matchTexts.id, prepare: async (site) => () => sendMatch(site) },
  ...['check', 'export', 'keys list', 'operators list'].map((of) => ({
    of,
    prepare:
      async ({ run }: ChangingSite) =>
      () =>
        run(of.split(' ')),
  })),
];

const NEW_PASSWORD = 'another long password\n';

/** Commands that this test skips, each with the reason. */
export const OTHER_COMMANDS: Readonly<Record<string, string>> = {
  serve: 'It writes only by requests and jobs.',
  worker: 'It writes only by jobs.',
  migrate: 'Each migration is a separate transaction, and does not change rows.',
  mirror: 'It resumes after a failure: mirror-kills.slow.test.ts kills it at any time.',
};

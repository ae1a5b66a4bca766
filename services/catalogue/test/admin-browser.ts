import { beforeEach, expect } from '@jest/globals';
import { hashPassword } from '@kitroom/server/passwords/passwords';
import { openPageBrowser, type PageBrowser, type ShownPage } from '@kitroom/testing/page-browser';
import { rowsOf } from '@kitroom/testing/read-page';
import { useService } from '@kitroom/testing/use-service';
import { toOperatorKey } from '../src/operators/operator-credentials.ts';
import { insertOperator } from '../src/operators/operator-queries.ts';
import { EMPTY_CATALOGUE, kitLines, recordLine } from './fixture-catalogue.ts';
import { startTestCatalogue, type TestCatalogue, type TestCatalogueOptions } from './test-catalogue.ts';

/** The password of all operators in tests, including `admin`. */
export const PASSWORD = 'correct horse battery';

/** Starts a catalogue with an admin interface. */
export function startWithAdmin(options: TestCatalogueOptions = {}): Promise<TestCatalogue> {
  return startTestCatalogue({ ...options, env: { ADMIN_PASSWORD: PASSWORD, ...options.env } });
}

/** Starts such a catalogue for the tests of a file. */
export function useAdmin(options: TestCatalogueOptions = {}): TestCatalogue {
  return useService(() => startWithAdmin(options));
}

/** Runs a test with another service on the same database, which counts wrong passwords separately. */
export async function withSecondService(
  { databaseUrl }: Pick<TestCatalogue, 'databaseUrl'>,
  env: Record<string, string>,
  test: (second: TestCatalogue) => Promise<void>,
): Promise<void> {
  const second = await startWithAdmin({ database: { url: databaseUrl }, env });
  try {
    await test(second);
  } finally {
    await second.close();
  }
}

/**
 * Starts a catalogue with an admin interface, and a browser. Before each test, sets up the records and signs
 * an operator in.
 */
export function useSignedIn(
  setUp: (catalogue: TestCatalogue) => Promise<unknown>,
  options: TestCatalogueOptions = {},
): { catalogue: TestCatalogue; browser: AdminBrowser } {
  const catalogue = useAdmin(options);
  const browser = {} as AdminBrowser;
  beforeEach(async () => {
    await setUp(catalogue);
    Object.assign(browser, await openSignedIn(catalogue));
  });
  return { catalogue, browser };
}

/** Replaces all records by two kits and the records that they refer to. */
export async function loadTwoKits(catalogue: TestCatalogue): Promise<void> {
  await catalogue.db.raw(EMPTY_CATALOGUE);
  await catalogue.load([
    recordLine('competition', 'Cup'),
    recordLine('competition', 'League', { country: 'ES' }),
    ...kitLines([
      { club: 'Málaga CF', competitions: ['cup-kits'] },
      {
        club: 'Málaga CF',
        type: 'Away',
        primary_color: 'White',
        secondary_colors: ['Blue', 'Sky blue'],
        rating: 4.5,
      },
    ]),
  ]);
}

/** A browser without scripts for a catalogue's pages. */
export interface AdminBrowser extends PageBrowser {
  signIn(name?: string, password?: string): Promise<ShownPage>;
}

/** Opens a browser on a catalogue. */
export function openAdminBrowser(catalogue: Pick<TestCatalogue, 'url'>): AdminBrowser {
  const browser = openPageBrowser(catalogue);
  return {
    ...browser,
    async signIn(name = 'Olga', password = PASSWORD) {
      return browser.send(await browser.open('/admin/sign-in'), 'Sign in', { name, password });
    },
  };
}

let passwordHash: Promise<string> | undefined;

/** Adds an operator unless the name exists. */
export async function addOperator({ db }: Pick<TestCatalogue, 'db'>, name: string): Promise<void> {
  passwordHash ??= hashPassword(PASSWORD);
  await insertOperator(db, { nameKey: toOperatorKey(name), name, passwordHash: await passwordHash });
}

/** Opens a browser with a signed-in operator, who is added if necessary. */
export async function openSignedIn(
  catalogue: Pick<TestCatalogue, 'url' | 'db'>,
  name = 'Olga',
): Promise<AdminBrowser> {
  await addOperator(catalogue, name);
  const browser = openAdminBrowser(catalogue);
  const page = await browser.signIn(name);
  expect([page.status, page.heading]).toEqual([200, 'Overview']);
  return browser;
}

/** Lists the rows of the audit log other than sign-ins, as text of their cells. */
export async function listChanges(browser: AdminBrowser): Promise<string[][]> {
  return rowsOf(await browser.open('/admin/audit-log')).filter(([, , action]) => action !== 'sign in');
}

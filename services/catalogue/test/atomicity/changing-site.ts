import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CommandInput } from '@kitroom/testing/captured-output';
import { installFailingStatements, type FailingStatements } from '@kitroom/testing/failing-statements';
import { listFiles } from '@kitroom/testing/list-files';
import type { PageBrowser, ShownPage } from '@kitroom/testing/page-browser';
import { findForm, readForm } from '@kitroom/testing/read-page';
import { useService } from '@kitroom/testing/use-service';
import { openSignedIn, startWithAdmin, type AdminBrowser } from '../admin-browser.ts';
import { EMPTY_CATALOGUE, kitLines, recordLine } from '../fixture-catalogue.ts';
import { runCommand, type RequestOptions, type TestCatalogue } from '../test-catalogue.ts';
import type { Attempted } from './fail-each.ts';

/** How an attempt ended: the status of a response, or the exit status of a command. */
export interface Outcome {
  status: number;
  /** The body, or the output of the command. */
  text: string;
}

/** Sends a request or runs a command. It can be repeated as long as it fails. */
export type Attempt = () => Promise<Outcome>;

/** An action that changes the database. */
export interface ChangingAction {
  /** Its route, contract or command: `POST /clubs/new`, `scrapeUserCollection`, `keys create`. */
  of: string;
  /** Distinguishes it from other actions of the same route. */
  variant?: string;
  /** Prepares the state that the action requires. */
  prepare(site: ChangingSite): Promise<Attempt>;
  /** Whether it adds an entry to the audit log. Default: true for forms of pages, false otherwise. */
  isAudited?: boolean;
  /** Whether it also writes after the response. */
  continues?: boolean;
  /** Set if a failure may leave changes by design. */
  exception?: Exception;
}

/** Why a failed statement may leave changes, and what is guaranteed instead. */
export interface Exception {
  reason: string;
  /** Checks the guarantee after a failed statement. */
  check(attempted: Attempted): void;
}

/** A catalogue with an operator who is signed in, whose statements can be made to fail. */
export interface ChangingSite {
  catalogue: TestCatalogue;
  browser: AdminBrowser;
  statements: FailingStatements;
  /** A folder for the files of commands. */
  folder: string;
  /** The files of the service: uploads and bulk data. */
  files(): string[];
  /** Replaces everything except operators and sessions by a few records, some of which are unreferenced. */
  reset(): Promise<void>;
  /** Fills a page's form, and sends it without following redirects. */
  form(page: ShownPage, button: string, filling?: Record<string, string>, from?: PageBrowser): Attempt;
  /** Sends a form like a page of this service. */
  post(action: string, body: URLSearchParams | FormData, from?: PageBrowser): Promise<Outcome>;
  /** Sends a request to an endpoint, and checks the response against the OpenAPI document. */
  request(path: string, options: RequestOptions): Promise<Outcome>;
  /** Runs a command on the catalogue's database. */
  run(args: string[], input?: CommandInput['input']): Promise<Outcome>;
  close(): Promise<void>;
}

/** Opens a changing site for the tests of a file. */
export function useChangingSite(): ChangingSite {
  return useService(openChangingSite);
}

async function openChangingSite(): Promise<ChangingSite> {
  // Sets another temporary folder, because uploads are stored there and other tests use the system's at the
  // same time.
  const usualFolder = process.env['TMPDIR'];
  const root = await mkdtemp(join(tmpdir(), 'kitroom-atomicity-'));
  process.env['TMPDIR'] = await mkdtemp(join(root, 'tmp-'));
  const folder = await mkdtemp(join(root, 'commands-'));
  const catalogue = await startWithAdmin({ env: { BULK_DATA_ROOT: join(tmpdir(), 'bulk') } });
  const statements = await installFailingStatements({ url: catalogue.databaseUrl });
  const browser = await openSignedIn(catalogue);
  const env = { DATABASE_URL: catalogue.databaseUrl, LOG_LEVEL: 'silent' };

  async function post(
    action: string,
    body: URLSearchParams | FormData,
    from: PageBrowser = browser,
  ): Promise<Outcome> {
    const headers = { Origin: catalogue.url, 'Sec-Fetch-Site': 'same-origin' };
    const response = await from.request(action, { method: 'POST', body, headers });
    return { status: response.status, text: await response.text() };
  }

  return {
    catalogue,
    browser,
    statements,
    folder,
    post,
    files: () => listFiles(tmpdir()),
    async reset() {
      await catalogue.db.raw(
        [EMPTY_CATALOGUE, ...OTHER_TABLES.map((table) => `delete from ${table}`)].join('; '),
      );
      await catalogue.load(RECORDS);
    },
    form(page, button, filling = {}, from = browser) {
      const form = findForm(page, button);
      const body = new URLSearchParams({ ...readForm(form), ...filling });
      return () => post(form.getAttribute('action') ?? '', body, from);
    },
    async request(path, options) {
      const { status, body } = await catalogue.request(path, options);
      return { status, text: JSON.stringify(body) };
    },
    async run(args, input = '') {
      const { status, stdout, stderr } = await runCommand(args, { env, input });
      return { status, text: stdout + stderr };
    },
    async close() {
      await statements.close();
      await catalogue.close();
      if (usualFolder === undefined) delete process.env['TMPDIR'];
      else process.env['TMPDIR'] = usualFolder;
      await rm(root, { recursive: true, force: true });
    },
  };
}

/** Tables other than those of records. */
const OTHER_TABLES = ['scrapes', 'user_collections', 'uploaded_imports', 'agenda_jobs', 'api_keys'];

/** Two clubs with kits, and unreferenced records of each kind. */
const RECORDS = [
  recordLine('competition', 'Cup'),
  recordLine('competition', 'Spare'),
  recordLine('competition', 'Other spare'),
  ...kitLines([
    { club: 'Málaga CF', competitions: ['cup-kits'] },
    { club: 'Malaga', type: 'Away' },
    { club: 'Malaga', type: 'Third', former_slugs: ['third'] },
  ]),
  ...['Spare', 'Other spare'].flatMap((name) => [recordLine('brand', name), recordLine('club', name)]),
  recordLine('club', 'Malaga', { country: 'ES', aliases: ['Boquerones'] }),
  { kind: 'season', year: '1998-99' },
  { kind: 'season', year: '1999' },
  { kind: 'kit_type', name: 'Spare' },
  { kind: 'kit_type', name: 'Other spare' },
];

import { expect } from '@jest/globals';
import { eventually } from '@kitroom/testing/eventually';
import type { Snapshot } from '@kitroom/testing/failing-statements';
import type { Attempt, ChangingAction, ChangingSite, Outcome } from './changing-site.ts';
import { listAdded, listDifferences } from './table-changes.ts';

/** A limit that no action reaches. */
const STATEMENTS_MAX = 500;

/** The result of an attempt. */
export interface Attempted {
  outcome: Outcome;
  before: Snapshot;
  after: Snapshot;
  /** For messages: `write 2 of POST /clubs/new`. */
  label: string;
}

/**
 * Carries an action out with its first write statement failing, then with its second one, and so on until no
 * statement is left. Every failure must be a documented response that leaves all tables and files unchanged,
 * or meets the guarantee of the action's exception; then the action must succeed. Returns how many statements
 * have failed.
 */
export async function failEach(site: ChangingSite, action: ChangingAction): Promise<number> {
  const { statements } = site;
  let attempt: Attempt | undefined;
  for (let number = 1; number <= STATEMENTS_MAX; number += 1) {
    attempt ??= await prepare(site, action);
    const [before, files] = [await statements.snapshot(), site.files()];
    await statements.failStatement(number);
    const outcome = await attempt();
    const isHit = (await statements.statementsSeen()) >= number;
    await statements.failNothing();
    const label = `${isHit ? `write ${number}` : 'all writes'} of ${action.of}`;
    // Uploads are removed after the response.
    await eventually(async () => expect({ label, files: site.files() }).toEqual({ label, files }));
    const attempted = { outcome, before, after: await statements.snapshot(), label };
    if (!isHit) {
      expectSuccess(action, attempted);
      return number - 1;
    }
    if (!hasFailed(action, attempted)) attempt = undefined;
  }
  throw new Error(`${action.of} has more than ${STATEMENTS_MAX} write statements`);
}

async function prepare(site: ChangingSite, action: ChangingAction): Promise<Attempt> {
  await site.reset();
  return action.prepare(site);
}

/** Checks the changes after a failed statement; returns whether the attempt failed. */
function hasFailed(action: ChangingAction, attempted: Attempted): boolean {
  const { outcome, before, after, label } = attempted;
  if (outcome.status === REDIRECTED && !action.continues) {
    // Only the message for the next page is lost, as the form's changes are committed before.
    expectSuccess(action, attempted);
    expect({ label, sessions: after['sessions'] }).toEqual({ label, sessions: before['sessions'] });
    return false;
  }
  if (action.exception) {
    action.exception.check(attempted);
    return false;
  }
  expect({ label, ...outcome }).toEqual({ label, ...failureOf(outcome) });
  expect({ label, changes: listDifferences(before, after) }).toEqual({ label, changes: {} });
  return true;
}

/** Expected failure: a documented error, or one line and an exit status. */
function failureOf({ status }: Outcome): object {
  if (status < 100) return { status: 1, text: expect.stringMatching(/^catalogue: [^\n]+\n$/) };
  return { status: status === 503 ? 503 : 500, text: expect.any(String) };
}

const REDIRECTED = 303;
const SUCCESS = [0, 200, 202, REDIRECTED];

/** Expects success, and an entry in the audit log for an operator's change. */
function expectSuccess(
  { of, isAudited = of.startsWith('POST /') }: ChangingAction,
  { outcome: { status, text }, before, after, label }: Attempted,
): void {
  expect({ label, status, text }).toEqual({ label, status: SUCCESS.find((known) => known === status), text });
  const entries = listAdded(before, after, 'audit_log');
  expect({ label, isAudited: entries.length > 0 }).toEqual({ label, isAudited });
}

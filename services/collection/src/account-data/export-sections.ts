import { listActionsOnUser } from '../audit/audit-queries.ts';
import { describeSecondFactor, hasSecondFactor } from '../accounts/second-factor/totp-queries.ts';
import { exportSessions } from '../accounts/sessions/session-queries.ts';
import { exportKeys } from '../accounts/sign-up/key-queries.ts';
import { exportIdentities } from '../accounts/social/identity-queries.ts';
import { findTokenDates } from '../accounts/tokens/token-queries.ts';
import type { AccountRow } from '../accounts/users/account-queries.ts';
import { toProfile } from '../accounts/users/user-view.ts';
import { listAllImports } from '../imports/import-queries.ts';
import { exportImports } from '../imports/import-view.ts';
import { listShareRows } from '../shares/share-queries.ts';
import type { Config } from '../config.ts';
import type { Database } from '@kitroom/server/database/database';
import type { Storage } from '../storage/storage.ts';
import { toShare } from '../shares/share-view.ts';

/** Whose data are exported, and the service's URL. */
export interface ExportRequest {
  account: AccountRow;
  baseUrl: string;
  /** Whether sign-in data are included: an API token must not reveal the owner's whereabouts. */
  withSignIns: boolean;
}

/** One small file of an export, without any secrets. */
type ExportSection = (
  context: { config: Config; db: Database; storage: Storage },
  request: ExportRequest,
) => Promise<unknown>;

/** The files of an export besides items, photos and images, by name. */
export function exportSections({ withSignIns }: ExportRequest): Readonly<Record<string, ExportSection>> {
  return withSignIns ? { ...PROFILE_SECTIONS, ...SIGN_IN_SECTIONS } : PROFILE_SECTIONS;
}

const PROFILE_SECTIONS: Readonly<Record<string, ExportSection>> = {
  'profile.json': async ({ db, storage }, { account, baseUrl }) =>
    toProfile(account, { storage, baseUrl, hasSecondFactor: await hasSecondFactor(db, account.id) }),
  'imports.json': async ({ db }, { account }) => exportImports(db, await listAllImports(db, account.id)),
  'shares.json': async ({ db }, { account }) => (await listShareRows(db, account.id)).map(toShare),
};

const SIGN_IN_SECTIONS: Readonly<Record<string, ExportSection>> = {
  'sign-ins.json': async ({ db }, { account: { id } }) => {
    const token = await findTokenDates(db, id);
    const sessions = await exportSessions(db, id);
    const keys = await exportKeys(db, id);
    return { token: token ?? null, sessions, keys };
  },
  'second-factor.json': ({ db }, { account }) => describeSecondFactor(db, account.id),
  'social-sign-ins.json': ({ db }, { account }) => exportIdentities(db, account.id),
  'staff-actions.json': ({ db }, { account: { id } }) => listActionsOnUser(db, id),
};

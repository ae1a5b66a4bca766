import { query } from '@kitroom/server/database';
import { listActionsOnUser } from '../admin/audit-queries.ts';
import type { Context } from '../context.ts';
import { hasSecondFactor } from '../second-factor/has-second-factor.ts';
import { describeSecondFactor } from '../second-factor/totp-queries.ts';
import { exportIdentities } from '../social/identity-queries.ts';
import type { AccountRow } from './account-queries.ts';
import { toProfile } from './profile-view.ts';

/** Whose data are exported, and where the service is reached. */
export interface ExportWish {
  account: AccountRow;
  baseUrl: string;
}

/** One small file of an export: what the service holds about somebody, without any secret. */
type ExportSection = (context: Context, wish: ExportWish) => Promise<unknown>;

/** The files of an export besides items, photos and images, by name. */
export const EXPORT_SECTIONS: Readonly<Record<string, ExportSection>> = {
  'profile.json': async ({ db, storage }, { account, baseUrl }) =>
    toProfile(account, { storage, baseUrl, hasSecondFactor: await hasSecondFactor(db, account.id) }),
  'sign-ins.json': async ({ db }, { account: { id } }) => {
    const [token] = await query(db, 'select created_at from tokens where user_id = ?', [id]);
    const sessions = await query(
      db,
      'select expire as expires_at from sessions where user_id = ? and expire > now() order by expire',
      [id],
    );
    const keys = await query(
      db,
      `select purpose, email, expires_at from account_keys
       where user_id = ? and expires_at > now() order by expires_at`,
      [id],
    );
    return { token: token ?? null, sessions, keys };
  },
  'second-factor.json': ({ db }, { account }) => describeSecondFactor(db, account.id),
  'social-sign-ins.json': ({ db }, { account }) => exportIdentities(db, account.id),
  'staff-actions.json': ({ db }, { account: { id } }) => listActionsOnUser(db, id),
};

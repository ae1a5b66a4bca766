import type { Request } from 'express';
import { query, type Database } from '@kitroom/server/database/database';
import { SESSION_DAYS_MAX, SESSION_IDLE_DAYS, USE_RECORD_SECONDS } from '../../limits.ts';
import { USER_COLUMNS, users, type UserRow } from '../users/user-queries.ts';

/** The table `sessions`; the library's columns are `sid`, `sess` and `expire`. */
interface SessionTable {
  sid: string;
  expire: Date;
  user_id: number | null;
  /** Identifies the session to its owner, unlike the secret `sid`. */
  id: string;
  created_at: Date;
  last_used_at: Date;
  user_agent: string | null;
  address: string | null;
}

const sessions = (db: Database) => db<SessionTable>('sessions');

/** A session as shown to its owner. */
export interface OwnSessionRow extends Omit<SessionTable, 'sid' | 'expire' | 'user_id'> {
  is_current: boolean;
}

/** The maximum stored length of user agents, which are shown to users. */
const USER_AGENT_MAX = 300;

/**
 * The session's user, unless it has expired or the user was blocked, and whether its use is due to be
 * recorded again.
 */
export async function findSessionUser(
  db: Database,
  sid: string,
): Promise<(UserRow & { is_use_due: boolean }) | undefined> {
  const [row] = await query<UserRow & { is_use_due: boolean }>(
    db,
    `select ${USER_COLUMNS},
       sessions.last_used_at <= now() - make_interval(secs => ?) as is_use_due
     from sessions join users on users.id = sessions.user_id
     where sessions.sid = ? and users.is_active
       and sessions.created_at > now() - make_interval(days => ?)`,
    [USE_RECORD_SECONDS, sid, SESSION_DAYS_MAX],
  );
  return row;
}

/** Records the use of a request's session, which extends it. */
export async function recordSessionUse(
  db: Database,
  { sessionID, headers, ip = '' }: Request,
): Promise<void> {
  await sessions(db)
    .where({ sid: sessionID })
    .update({
      last_used_at: db.fn.now(),
      user_agent: headers['user-agent']?.slice(0, USER_AGENT_MAX) ?? null,
      address: ip,
      expire: db.raw('least(now() + make_interval(days => ?), created_at + make_interval(days => ?))', [
        SESSION_IDLE_DAYS,
        SESSION_DAYS_MAX,
      ]),
    });
}

/** The sessions in which a user is signed in, most recently used first. */
export function listSessions(db: Database, userId: number, currentSid: string): Promise<OwnSessionRow[]> {
  return query<OwnSessionRow>(
    db,
    `select sessions.id, sessions.created_at, sessions.last_used_at, sessions.user_agent, sessions.address,
       sessions.sid = ? as is_current
     from sessions join users on users.id = sessions.user_id
     where sessions.user_id = ? and sessions.expire > now()
       and sessions.created_at > now() - make_interval(days => ?)
       and (sessions.sess ->> 'epoch')::integer = users.session_epoch
     order by sessions.last_used_at desc, sessions.created_at desc, sessions.id`,
    [currentSid, userId, SESSION_DAYS_MAX],
  );
}

/** All data of a user's sessions, oldest first. */
export async function exportSessions(db: Database, userId: number): Promise<unknown[]> {
  return sessions(db)
    .where({ user_id: userId })
    .where('expire', '>', db.fn.now())
    .orderBy('created_at')
    .select('created_at', 'last_used_at', 'user_agent', 'address', { expires_at: 'expire' });
}

/** Ends one session of a user; returns its secret id, or undefined if there is no such session. */
export async function deleteSession(db: Database, userId: number, id: string): Promise<string | undefined> {
  const [row] = await sessions(db).where({ user_id: userId, id }).delete('sid');
  return row?.sid;
}

/** Ends all sessions of a user but one; returns how many. */
export async function deleteOtherSessions(db: Database, userId: number, sid: string): Promise<number> {
  return sessions(db).where({ user_id: userId }).whereNot({ sid }).delete();
}

/** The user's session epoch; 0 if there is no such user. */
export async function findSessionEpoch(db: Database, id: number): Promise<number> {
  const row = await users(db).where({ id }).first('session_epoch');
  return row?.session_epoch ?? 0;
}

/** Ends all sessions of a user, including those about to be saved; returns the new session epoch. */
export async function endSessions(db: Database, userId: number): Promise<number> {
  const [row] = await users(db).where({ id: userId }).increment('session_epoch').returning('session_epoch');
  await sessions(db).where({ user_id: userId }).delete();
  return row?.session_epoch ?? 0;
}

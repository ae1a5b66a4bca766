import { query, type Database } from '@kitroom/server/database/database';
import { SESSION_DAYS_MAX, SESSION_IDLE_DAYS, USE_RECORD_SECONDS } from '../../limits.ts';
import { USER_COLUMNS, type UserRow } from '../users/user-queries.ts';

/** The client that uses a session. */
export interface SessionUse {
  userAgent: string | undefined;
  address: string;
}

/** A session as its owner sees it. */
export interface OwnSessionRow {
  id: string;
  created_at: Date;
  last_used_at: Date;
  user_agent: string | null;
  address: string | null;
  is_current: boolean;
}

/** User agents are shown to users, and may be of any length. */
const USER_AGENT_MAX = 300;

/** The session's user, unless it has expired or the user was blocked; and whether its use is to be recorded again. */
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

/** Records the use of a session, which extends it. */
export async function recordSessionUse(
  db: Database,
  sid: string,
  { userAgent, address }: SessionUse,
): Promise<void> {
  await query(
    db,
    `update sessions set last_used_at = now(), user_agent = ?, address = ?,
       expire = least(now() + make_interval(days => ?), created_at + make_interval(days => ?))
     where sid = ?`,
    [userAgent?.slice(0, USER_AGENT_MAX) ?? null, address, SESSION_IDLE_DAYS, SESSION_DAYS_MAX, sid],
  );
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
export function exportSessions(db: Database, userId: number): Promise<unknown[]> {
  return query(
    db,
    `select created_at, last_used_at, user_agent, address, expire as expires_at from sessions
     where user_id = ? and expire > now() order by created_at`,
    [userId],
  );
}

/** Ends one session of a user; returns its secret id, undefined if there is none. */
export async function deleteSession(db: Database, userId: number, id: string): Promise<string | undefined> {
  const [row] = await query<{ sid: string }>(
    db,
    'delete from sessions where user_id = ? and id = ? returning sid',
    [userId, id],
  );
  return row?.sid;
}

/** Ends all sessions of a user but one; returns how many. */
export async function deleteOtherSessions(db: Database, userId: number, sid: string): Promise<number> {
  const rows = await query(db, 'delete from sessions where user_id = ? and sid <> ? returning sid', [
    userId,
    sid,
  ]);
  return rows.length;
}

/** The user's session epoch; 0 if there is no such user. */
export async function findSessionEpoch(db: Database, userId: number): Promise<number> {
  const [row] = await query<{ session_epoch: number }>(db, 'select session_epoch from users where id = ?', [
    userId,
  ]);
  return row?.session_epoch ?? 0;
}

/** Ends all sessions of a user, including those about to be saved; returns the new session epoch. */
export async function endSessions(db: Database, userId: number): Promise<number> {
  const [row] = await query<{ session_epoch: number }>(
    db,
    'update users set session_epoch = session_epoch + 1 where id = ? returning session_epoch',
    [userId],
  );
  await query(db, 'delete from sessions where user_id = ?', [userId]);
  return row?.session_epoch ?? 0;
}

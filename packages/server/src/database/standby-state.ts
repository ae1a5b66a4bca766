import type { Database } from './database.ts';
import { toLsn } from './wal-positions.ts';

/** The state of the server to which a connection of the standby leads. */
export interface StandbyConnection {
  /** Identifies the server, as several may share an address. */
  server: string;
  isStandby: boolean;
  /** A position that it has replayed, without the timeline, which a standby does not report. */
  lsn: string;
  /** The position that it has received; at least `lsn`. */
  received: string;
  /** The primary's timeline, as known to this process when the state was read. */
  timeline?: string | undefined;
}

const STATE = `
  select coalesce(host(inet_server_addr()), '') || ':' || coalesce(inet_server_port(), 0) as server,
    pg_is_in_recovery() as is_standby, pg_last_wal_replay_lsn()::text as replayed,
    greatest(pg_last_wal_replay_lsn(), pg_last_wal_receive_lsn())::text as received
`;

interface StateRow {
  server: string;
  is_standby: boolean;
  replayed: string | null;
  received: string | null;
}

/** Reads the state of a standby, on the given connection of its pool or on any. */
export async function readStandby(standby: Database, connection?: object): Promise<StandbyConnection> {
  const statement = standby.raw<{ rows: StateRow[] }>(STATE);
  const { rows } = await (connection ? statement.connection(connection) : statement);
  const [row] = rows;
  return {
    server: row?.server ?? '',
    isStandby: row?.is_standby ?? false,
    lsn: toLsn(row?.replayed ?? '0/0'),
    received: toLsn(row?.received ?? '0/0'),
  };
}

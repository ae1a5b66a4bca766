import { query, type Database } from '@kitroom/server/database/database';

export interface OperatorRow {
  name: string;
  password_hash: string;
  created_at: Date;
  password_set_at: Date;
}

const COLUMNS = 'name, password_hash, created_at, password_set_at';

/** Returns false if the name is taken. */
export async function insertOperator(
  db: Database,
  operator: { nameKey: string; name: string; passwordHash: string },
): Promise<boolean> {
  const rows = await query(
    db,
    `insert into operators (name_key, name, password_hash) values (?, ?, ?)
     on conflict (name_key) do nothing
     returning name_key`,
    [operator.nameKey, operator.name, operator.passwordHash],
  );
  return rows.length > 0;
}

/** Returns the stored name, or undefined if there is no such operator. */
export async function updateOperatorPassword(
  db: Database,
  nameKey: string,
  passwordHash: string,
): Promise<string | undefined> {
  const [row] = await query<{ name: string }>(
    db,
    'update operators set password_hash = ?, password_set_at = now() where name_key = ? returning name',
    [passwordHash, nameKey],
  );
  return row?.name;
}

/** Returns the stored name, or undefined if there is no such operator. */
export async function deleteOperator(db: Database, nameKey: string): Promise<string | undefined> {
  const [row] = await query<{ name: string }>(db, 'delete from operators where name_key = ? returning name', [
    nameKey,
  ]);
  return row?.name;
}

export async function findOperatorRow(db: Database, nameKey: string): Promise<OperatorRow | undefined> {
  const [row] = await query<OperatorRow>(db, `select ${COLUMNS} from operators where name_key = ?`, [
    nameKey,
  ]);
  return row;
}

export function listOperators(db: Database): Promise<OperatorRow[]> {
  return query<OperatorRow>(db, `select ${COLUMNS} from operators order by name_key`);
}

export async function hasOperators(db: Database): Promise<boolean> {
  const [row] = await query<{ found: boolean }>(db, 'select exists (select from operators) as found');
  return row?.found ?? false;
}

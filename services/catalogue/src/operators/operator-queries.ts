import type { Database } from '@kitroom/server/database/database';
import { hasRows } from '@kitroom/server/database/query-parts';

/** The table `operators`. */
export interface OperatorRow {
  name_key: string;
  name: string;
  password_hash: string;
  created_at: Date;
  password_set_at: Date;
}

const operators = (db: Database) => db<OperatorRow>('operators');

/** Inserts an operator. Returns false if the name is taken. */
export async function insertOperator(
  db: Database,
  operator: { nameKey: string; name: string; passwordHash: string },
): Promise<boolean> {
  const inserted = await operators(db)
    .insert({ name_key: operator.nameKey, name: operator.name, password_hash: operator.passwordHash })
    .onConflict('name_key')
    .ignore()
    .returning('name_key');
  return inserted.length > 0;
}

/** Sets a password. Returns the stored name, or undefined if there is no such operator. */
export async function updateOperatorPassword(
  db: Database,
  nameKey: string,
  passwordHash: string,
): Promise<string | undefined> {
  const [row] = await operators(db)
    .where({ name_key: nameKey })
    .update({ password_hash: passwordHash, password_set_at: db.fn.now() })
    .returning('name');
  return row?.name;
}

/** Deletes an operator. Returns the stored name, or undefined if there is no such operator. */
export async function deleteOperator(db: Database, nameKey: string): Promise<string | undefined> {
  const [row] = await operators(db).where({ name_key: nameKey }).delete('name');
  return row?.name;
}

export async function findOperatorRow(db: Database, nameKey: string): Promise<OperatorRow | undefined> {
  return operators(db).where({ name_key: nameKey }).first();
}

export async function listOperators(db: Database): Promise<OperatorRow[]> {
  return operators(db).orderBy('name_key').select();
}

export async function hasOperators(db: Database): Promise<boolean> {
  return hasRows(operators(db));
}

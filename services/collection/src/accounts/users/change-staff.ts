import type { Database } from '@kitroom/server/database/database';
import { users } from './user-queries.ts';

/** Grants or revokes staff status. Returns the change for the audit log, or undefined if nothing changes. */
export async function changeStaff(db: Database, id: number, isStaff: boolean) {
  const changed = await users(db).where({ id, is_staff: !isStaff }).update({ is_staff: isStaff });
  if (changed === 0) return undefined;
  const action = isStaff ? 'make staff' : 'unmake staff';
  return { action, before: { is_staff: !isStaff }, after: { is_staff: isStaff } };
}

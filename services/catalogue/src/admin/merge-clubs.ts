import type { Database } from '@kitroom/server/database/database';
import type { Context } from '../context.ts';
import { alias, ALIASES_MAX } from '../interchange/line-schemas.ts';
import { insertAuditEntry } from './audit-queries.ts';
import { moveKits, moveSlugs } from './merge-queries.ts';
import type { Operator } from './operator-session.ts';
import { changeCatalogue } from './records/change-catalogue.ts';
import { pageOf } from './records/kind-pages.ts';
import { FormRefused, type FullLine } from './records/record-form.ts';
import { deleteRecord, findStored, updateRecord, type StoredRecord } from './records/record-queries.ts';
import { withoutKind } from './records/save-record.ts';

/** A club to merge, and the version of it that the operator saw. */
export interface MergedClub {
  id: number;
  version: string;
}

const CHANGED =
  'One of the clubs was changed meanwhile. This page shows them as they are now; look again, and merge.';

/** Fields that the target takes from the source if it has no value of its own. */
const FILLED = ['logo', 'logo_dark', 'country', 'id_archive'] as const;

/**
 * Merges the source club into the target in one transaction: moves its kits, fills the target's empty fields, adds its
 * names as aliases, and makes its slug refer to the target, for imports too. Returns how many kits were moved. Throws
 * FormRefused if either club has changed since the operator saw it.
 */
export function mergeClubs(
  context: Pick<Context, 'db' | 'cache'>,
  operator: Operator,
  stays: MergedClub,
  goes: MergedClub,
): Promise<number> {
  return changeCatalogue(context, ['clubs', 'kits'], async (transaction) => {
    const [kept, gone] = await lockBoth(transaction, stays, goes);
    const line = fillUp(kept.line, gone.line);
    await updateRecord(transaction, 'club', stays.id, line);
    const moved = await moveKits(transaction, stays.id, goes.id);
    await moveSlugs(transaction, stays.id, goes.id, gone.line['slug']);
    await deleteRecord(transaction, pageOf('club'), goes.id);
    await insertAuditEntry(transaction, {
      operator: operator.name,
      action: 'merge',
      subject: 'club',
      subjectId: stays.id,
      label: String(line['slug']),
      before: { ...withoutKind(kept.line), merged: withoutKind(gone.line) },
      after: { ...withoutKind(line), kits_moved: moved },
    });
    await insertAuditEntry(transaction, {
      operator: operator.name,
      action: 'merge',
      subject: 'club',
      subjectId: goes.id,
      label: String(gone.line['slug']),
      before: withoutKind(gone.line),
      after: { merged_into: String(line['slug']) },
    });
    return moved;
  });
}

export function namesOfFilled(stays: FullLine, goes: FullLine): string[] {
  return FILLED.filter((name) => isEmpty(stays[name]) && !isEmpty(goes[name]));
}

/** The source's name and aliases that become aliases of the target, and those that exceed its limit. */
export function mergeAliases(stays: FullLine, goes: FullLine): { gained: string[]; lost: string[] } {
  const own = aliasesOf(stays);
  const others = [String(goes['name']), ...aliasesOf(goes)];
  const isNew = (name: string) =>
    name !== stays['name'] && !own.includes(name) && alias.safeParse(name).success;
  const gained = [...new Set(others)].filter(isNew);
  const room = ALIASES_MAX - own.length;
  return { gained: gained.slice(0, room), lost: gained.slice(room) };
}

function fillUp(stays: FullLine, goes: FullLine): FullLine {
  return {
    ...stays,
    ...Object.fromEntries(namesOfFilled(stays, goes).map((name) => [name, goes[name]])),
    aliases: [...aliasesOf(stays), ...mergeAliases(stays, goes).gained],
  };
}

function aliasesOf(line: FullLine): string[] {
  return line['aliases'] as string[];
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined;
}

/** Locks in the order of the ids, so that concurrent merges cannot deadlock. */
async function lockBoth(
  transaction: Database,
  stays: MergedClub,
  goes: MergedClub,
): Promise<[StoredRecord, StoredRecord]> {
  const found = new Map<number, StoredRecord>();
  for (const { id, version } of [stays, goes].toSorted((one, other) => one.id - other.id)) {
    const stored = await findStored(transaction, pageOf('club'), id, 'locked');
    if (stored?.version !== version) throw new FormRefused({ '': CHANGED });
    found.set(id, stored);
  }
  const [kept, gone] = [found.get(stays.id), found.get(goes.id)];
  if (!kept || !gone || kept === gone) throw new FormRefused({ '': 'A club cannot be merged with itself.' });
  return [kept, gone];
}

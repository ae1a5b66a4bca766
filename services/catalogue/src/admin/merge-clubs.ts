import { query, type Database } from '@kitroom/server/database/database';
import { refuseForm } from '@kitroom/server/pages/form';
import { logMerge } from '../changes/change-queries.ts';
import { alias, ALIASES_MAX } from '../interchange/line-schemas.ts';
import { tidyAliases } from '../interchange/record-rules.ts';
import type { SearchIndex } from '../search/index/open-index.ts';
import { insertAuditEntry } from './audit-log.ts';
import type { Operator } from './operator-session.ts';
import { changeCatalogue, type RecordContext } from './records/change-catalogue.ts';
import { kindOf } from './records/kinds.ts';
import { deleteRecord, lockRecord, setFormerSlugs, writeRecord } from './records/record-queries.ts';
import type { FullLine, StoredRecord } from './records/record-sources.ts';
import { withoutKind } from './records/save-record.ts';

const CLUBS = kindOf('club');

/** A club to merge, and its version when the operator saw it. */
interface MergedClub {
  id: number;
  version: string;
}

const CHANGED =
  'One of the clubs has changed in the meantime. This page shows their current state; check it and merge again.';

/** Fields that the target takes from the source if it has no value. */
const FILLED = ['logo', 'logo_dark', 'country', 'association', 'id_archive'] as const;

/**
 * Merges the source club into the target in one transaction: moves its kits, fills the target's empty fields,
 * adds its names as aliases, and makes its slug refer to the target, for imports too. Returns the number of
 * moved kits. Throws a 400 if either club has changed since the operator saw it.
 */
export function mergeClubs(
  context: RecordContext,
  operator: Operator,
  target: MergedClub,
  source: MergedClub,
): Promise<number> {
  return changeCatalogue(context, ['clubs', 'kits'], async (transaction) => {
    const [targetRecord, sourceRecord] = await lockClubs(transaction, context.index, target, source);
    const line = fillEmptyFields(targetRecord.line, sourceRecord.line);
    await writeRecord(transaction, 'club', line, target.id);
    const moved = await moveKits(transaction, target.id, source.id);
    await deleteRecord(transaction, CLUBS, source.id);
    await setFormerSlugs(transaction, CLUBS, target.id, [
      ...targetRecord.former_slugs,
      ...sourceRecord.former_slugs,
      String(sourceRecord.line['slug']),
    ]);
    await logMerge(transaction, 'club', source.id, target.id);
    await insertAuditEntry(transaction, {
      operator: operator.name,
      action: 'merge',
      subject: 'club',
      subjectId: target.id,
      label: String(line['slug']),
      before: { ...withoutKind(targetRecord.line), merged: withoutKind(sourceRecord.line) },
      after: { ...withoutKind(line), kits_moved: moved },
    });
    await insertAuditEntry(transaction, {
      operator: operator.name,
      action: 'merge',
      subject: 'club',
      subjectId: source.id,
      label: String(sourceRecord.line['slug']),
      before: withoutKind(sourceRecord.line),
      after: { merged_into: String(line['slug']) },
    });
    return moved;
  });
}

export function listFilledFields(target: FullLine, source: FullLine): string[] {
  const filled = FILLED.filter((name) => isEmpty(target[name]) && !isEmpty(source[name]));
  // The association belongs to the source's country, so it does not fit a target in another one.
  const isInOtherCountry = !isEmpty(target['country']) && target['country'] !== source['country'];
  return isInOtherCountry ? filled.filter((name) => name !== 'association') : filled;
}

/** Lists the names of the source that become aliases of the target, and those that exceed its limit. */
export function mergeAliases(target: FullLine, source: FullLine): { gained: string[]; lost: string[] } {
  const aliases = aliasesOf(target);
  const candidates = tidyAliases([String(source['name']), ...aliasesOf(source)]);
  const isNew = (name: string) =>
    name !== target['name'] && !aliases.includes(name) && alias.safeParse(name).success;
  const gained = candidates.filter(isNew);
  const room = ALIASES_MAX - aliases.length;
  return { gained: gained.slice(0, room), lost: gained.slice(room) };
}

function fillEmptyFields(target: FullLine, source: FullLine): FullLine {
  return {
    ...target,
    ...Object.fromEntries(listFilledFields(target, source).map((name) => [name, source[name]])),
    aliases: [...aliasesOf(target), ...mergeAliases(target, source).gained],
  };
}

function aliasesOf(line: FullLine): string[] {
  return line['aliases'] as string[];
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined;
}

/** Locks both clubs in the order of their ids, so that concurrent merges cannot deadlock. */
async function lockClubs(
  transaction: Database,
  index: SearchIndex,
  target: MergedClub,
  source: MergedClub,
): Promise<[StoredRecord, StoredRecord]> {
  const records = new Map<number, StoredRecord>();
  for (const { id, version } of [target, source].toSorted((left, right) => left.id - right.id)) {
    const stored = await lockRecord(transaction, index, CLUBS, id);
    if (stored.version !== version) throw refuseForm({ '': CHANGED });
    records.set(id, stored);
  }
  const [targetRecord, sourceRecord] = [records.get(target.id), records.get(source.id)];
  if (!targetRecord || !sourceRecord || targetRecord === sourceRecord)
    throw refuseForm({ '': 'A club cannot be merged with itself.' });
  return [targetRecord, sourceRecord];
}

/** Moves the source's kits to the target and returns their number. */
export async function moveKits(db: Database, targetId: number, sourceId: number): Promise<number> {
  const [row] = await query<{ moved: number }>(
    db,
    `
    with moved as (
      update kits set club_id = clubs.id, country = clubs.country
      from clubs
      where clubs.id = ? and kits.club_id = ?
      returning kits.id
    )
    select count(*) as moved from moved
    `,
    [targetId, sourceId],
  );
  return row?.moved ?? 0;
}

/** Lists pairs of kits of the two clubs with the same season and type, which may be duplicates. */
export function listDuplicates(
  db: Database,
  clubId: number,
  otherClubId: number,
  limit: number,
): Promise<Array<{ id: number; name: string; other_id: number; other_name: string }>> {
  return query(
    db,
    `
    select kits.id, kits.name, others.id as other_id, others.name as other_name
    from kits
    join kits as others
      on others.club_id = ? and others.season_id = kits.season_id and others.type_id = kits.type_id
    where kits.club_id = ?
    order by kits.season_id desc, kits.type_id, kits.id
    limit ?
    `,
    [otherClubId, clubId, limit],
  );
}

import { query, type Database } from '@kitroom/server/database/database';
import { associationOf } from '@kitroom/shared';
import { KIT_FIELDS } from '../kits/kit-columns.ts';
import { KINDS, type Kind } from './line-schemas.ts';
import { RECORD_TABLES, type RecordKind } from './upsert-records.ts';

const BATCH = 1000;

/**
 * Returns the statement that selects the stored fields of a kind's lines, in the order of the import format.
 */
export function selectLines(kind: Kind): string {
  if (kind !== 'kit') return selectRecords(kind);
  return `
    select 'kit' as kind, kits.id, ${KIT_FIELDS}
    from kits
    join clubs on clubs.id = kits.club_id
    join seasons on seasons.id = kits.season_id
    join brands on brands.id = kits.brand_id
    join kit_types on kit_types.id = kits.type_id
  `;
}

function selectRecords(kind: RecordKind): string {
  const { table, key, columns, empty } = RECORD_TABLES[kind];
  const fields = columns.map((column) =>
    empty?.[column] === "''" ? `nullif(${column}, '') as ${column}` : column,
  );
  return `select ${[`'${kind}' as kind`, 'id', key, ...fields].join(', ')} from ${table}`;
}

/** A record as a line of the import format. */
export interface ExportedLine {
  kind: Kind;
  id: number;
  [field: string]: unknown;
}

/**
 * Exports the whole catalogue from one snapshot as lines of the import format, referenced records first.
 * Importing them into an empty database recreates the catalogue, with the same ids.
 */
export async function* exportCatalogue(db: Database): AsyncGenerator<string> {
  const snapshot = await db.transaction({ isolationLevel: 'repeatable read', readOnly: true });
  try {
    for (const kind of KINDS) {
      for await (const lines of exportLines(snapshot, kind)) yield lines.join('');
    }
  } finally {
    await snapshot.rollback();
  }
}

/**
 * Exports the records of one kind in batches of lines. `db` should be a transaction that reads one snapshot.
 */
export async function* exportLines(db: Database, kind: Kind): AsyncGenerator<string[]> {
  let last = 0;
  for (;;) {
    const rows = await query<ExportedLine>(
      db,
      `select * from (${selectLines(kind)}) as exported where id > ? order by id limit ?`,
      [last, BATCH],
    );
    yield rows.map((line) => `${JSON.stringify(addAssociation(line))}\n`);
    last = rows.at(-1)?.id ?? last;
    if (rows.length < BATCH) return;
  }
}

/** Lists the records of one kind with these ids, as lines of the import format. */
export async function listLines(db: Database, kind: Kind, ids: readonly number[]): Promise<ExportedLine[]> {
  const rows = await query<ExportedLine>(
    db,
    `select * from (${selectLines(kind)}) as exported where id = any(?::integer[])`,
    [ids],
  );
  return rows.map(addAssociation);
}

/** Adds the association of a club whose country has only one. */
function addAssociation(line: ExportedLine): ExportedLine {
  if (line.kind !== 'club') return line;
  const { country, association } = line as { country?: string | null; association?: string | null };
  return { ...line, association: associationOf(country, association) };
}

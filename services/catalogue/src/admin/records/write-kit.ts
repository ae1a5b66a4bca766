import type { Database } from '@kitroom/server/database/database';
import { refuseForm } from '@kitroom/server/pages/form';
import { completeKitType } from '../../interchange/record-rules.ts';
import { FORM_COLUMNS } from '../../kits/kit-columns.ts';
import { searchNames } from '../../records/list-records.ts';
import type { CatalogueIndex } from '../../search/index/catalogue-index.ts';
import type { SearchIndex } from '../../search/index/open-index.ts';
import { findByFormerSlug, findIdByKey, writeRecord, writeRow } from './record-queries.ts';
import type { FullLine } from './record-sources.ts';
import { NAMED_TABLES, showReference } from './references.ts';

/** A kit has an unknown kit type, which is either new or a typo. */
export class UnknownKitType extends Error {
  override readonly name = 'UnknownKitType';
  readonly typed: string;

  constructor(typed: string) {
    super('there is no such kit type');
    this.typed = typed;
  }
}

/** The ids of the records that a kit refers to, and those that were created for it. */
interface KitReferences {
  club: number;
  brand: number;
  season: number;
  type: number;
  competitions: number[];
  created: Array<{ id: number; line: FullLine }>;
}

/**
 * Resolves the references of a kit. As in imports, unknown seasons and kit types are created, but kit types
 * only if `mayCreateType` is set; otherwise UnknownKitType is thrown. Throws a 400 that suggests similar
 * names for other unknown references.
 */
export async function resolveReferences(
  { db, index }: { db: Database; index: SearchIndex },
  line: FullLine,
  mayCreateType: boolean,
): Promise<KitReferences> {
  const errors: Record<string, string> = {};

  async function find(kind: keyof typeof NAMED_TABLES, field: string, slug: string): Promise<number> {
    const id = await findIdByKey(db, kind, slug);
    if (id !== undefined) return id;
    const merged = kind === 'club' ? await findByFormerSlug(db, 'club', slug) : undefined;
    if (!merged) errors[field] ??= `There is no ${kind} “${slug}”.${suggest(await index.read(), kind, slug)}`;
    return merged?.id ?? 0;
  }

  const created: KitReferences['created'] = [];
  async function findOrCreate(kind: 'season' | 'kit_type', key: string, newLine: FullLine): Promise<number> {
    const existingId = await findIdByKey(db, kind, key);
    if (existingId !== undefined) return existingId;
    const id = await writeRecord(db, kind, newLine);
    created.push({ id, line: newLine });
    return id;
  }

  const [year, type] = [String(line['season']), String(line['type'])];
  const club = await find('club', 'club', String(line['club']));
  const brand = await find('brand', 'brand', String(line['brand']));
  const competitions: number[] = [];
  for (const slug of (line['competitions'] ?? []) as string[]) {
    competitions.push(await find('competition', 'competitions', slug));
  }
  if (Object.keys(errors).length > 0) throw refuseForm(errors);
  if (!mayCreateType && (await findIdByKey(db, 'kit_type', type)) === undefined)
    throw new UnknownKitType(type);
  return {
    club,
    brand,
    competitions,
    season: await findOrCreate('season', year, { kind: 'season', year }),
    type: await findOrCreate('kit_type', type, completeKitType({ kind: 'kit_type', name: type })),
    created,
  };
}

/** Inserts a kit, or replaces all fields of the kit with this id. Returns its id. */
export function writeKit(
  db: Database,
  line: FullLine,
  references: KitReferences,
  id?: number,
): Promise<number> {
  const fields: Readonly<Record<string, unknown>> = { ...line, ...references };
  const values = FORM_COLUMNS.map(([field, { column, type }]) => [
    column,
    fields[field] ?? (type.endsWith('[]') ? [] : null),
  ]);
  const country = db('clubs').select('country').where({ id: references.club });
  return writeRow(db, 'kits', { ...Object.fromEntries(values), country }, id);
}

const SUGGESTIONS = 4;

function suggest(index: CatalogueIndex, kind: keyof typeof NAMED_TABLES, text: string): string {
  const similar = searchNames(index, NAMED_TABLES[kind], text);
  if (similar.length === 0) return '';
  const names = similar.slice(0, SUGGESTIONS).map(({ slug }) => showReference(index, kind, slug));
  return ` There is ${names.join(', ')}.`;
}

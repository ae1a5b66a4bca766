import { listMeant } from '../../list-named-records.ts';
import type { KindPage } from './kind-pages.ts';
import type { FullLine } from './record-form.ts';
import type { Database } from '@kitroom/server/database/database';
import type { SearchIndex } from '../../search-index/open-index.ts';
import { findIdByKey } from './record-queries.ts';

const TABLES = { club: 'clubs', brand: 'brands', competition: 'competitions' } as const;

/** A kit's line with slugs in place of names that mean exactly one record. */
export async function resolveNames(
  context: { db: Database; index: SearchIndex },
  { kind }: KindPage,
  line: FullLine,
): Promise<FullLine> {
  if (kind !== 'kit') return line;
  const resolve = (of: keyof typeof TABLES, text: unknown) => resolveName(context, of, String(text));
  const competitions = (line['competitions'] ?? []) as string[];
  return {
    ...line,
    club: await resolve('club', line['club']),
    brand: await resolve('brand', line['brand']),
    competitions: await Promise.all(competitions.map((text) => resolve('competition', text))),
  };
}

async function resolveName(
  { db, index }: { db: Database; index: SearchIndex },
  kind: keyof typeof TABLES,
  text: string,
): Promise<string> {
  if ((await findIdByKey(db, kind, text)) !== undefined) return text;
  const records = (await index.read())[TABLES[kind]];
  const [id = 0, another] = listMeant(records, text);
  return (another === undefined && records.byId.get(id)?.slug) || text;
}

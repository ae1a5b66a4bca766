import type { Database } from '@kitroom/server/database/database';
import type { KindPage } from './kind-pages.ts';
import type { FullLine } from './record-form.ts';
import { findIdByKey, findSlugsByName } from './record-queries.ts';

const TABLES = { club: 'clubs', brand: 'brands', competition: 'competitions' } as const;

/** A kit's line with slugs in place of names that mean exactly one record. */
export async function resolveNames(db: Database, { kind }: KindPage, line: FullLine): Promise<FullLine> {
  if (kind !== 'kit') return line;
  const resolve = (of: keyof typeof TABLES, text: unknown) => resolveName(db, of, String(text));
  const competitions = (line['competitions'] ?? []) as string[];
  return {
    ...line,
    club: await resolve('club', line['club']),
    brand: await resolve('brand', line['brand']),
    competitions: await Promise.all(competitions.map((text) => resolve('competition', text))),
  };
}

async function resolveName(db: Database, kind: keyof typeof TABLES, text: string): Promise<string> {
  if ((await findIdByKey(db, kind, text)) !== undefined) return text;
  const [slug, another] = await findSlugsByName(db, TABLES[kind], text);
  return slug !== undefined && another === undefined ? slug : text;
}

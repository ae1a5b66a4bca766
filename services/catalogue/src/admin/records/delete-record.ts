import { notFound } from '@kitroom/server/http/errors';
import { insertAuditEntry } from '../audit-queries.ts';
import type { Operator } from '../operator-session.ts';
import { changeCatalogue } from './change-catalogue.ts';
import type { KindPage } from './kind-pages.ts';
import { FormRefused } from './record-form.ts';
import { countKitsOf, deleteRecord, findStored } from './record-queries.ts';
import type { Cache } from '@kitroom/server/cache/cache';
import type { Database } from '@kitroom/server/database/database';
import type { SearchIndex } from '../../search-index/open-index.ts';
import { withoutKind } from './save-record.ts';

/** Deletes a record and returns its key. Throws FormRefused if kits refer to it. */
export async function removeRecord(
  context: { db: Database; cache: Cache; index: SearchIndex },
  { name }: Operator,
  page: KindPage,
  id: number,
): Promise<string> {
  const tables = page.table === 'kits' ? ['kits'] : [page.table, 'kits'];
  try {
    return await changeCatalogue(context, tables, async (transaction) => {
      const stored = await findStored(transaction, page, id, 'locked');
      if (!stored) throw notFound(`There is no ${page.one} with the number ${id}.`);
      const kits = page.kind === 'kit' ? 0 : await countKitsOf(transaction, page.kind, id);
      if (kits > 0) throw new FormRefused({ '': explainUse(page, kits) });
      await deleteRecord(transaction, page, id);
      const label = String(stored.line[page.key]);
      await insertAuditEntry(transaction, {
        operator: name,
        action: 'delete',
        subject: page.kind,
        subjectId: id,
        label,
        before: withoutKind(stored.line),
      });
      return label;
    });
  } catch (error) {
    if (!isForeignKeyViolation(error)) throw error;
    throw new FormRefused({ '': 'A kit has just been added that refers to it.' });
  }
}

export function explainUse({ one }: KindPage, kits: number): string {
  const [count, verb] = kits === 1 ? ['1 kit', 'refers'] : [`${kits.toLocaleString('en')} kits`, 'refer'];
  return `${count} ${verb} to this ${one}. It can be deleted when no kit refers to it any more.`;
}

/** Newer PostgreSQL versions have a separate code for `on delete restrict`. */
function isForeignKeyViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '23503' || error.code === '23001');
}

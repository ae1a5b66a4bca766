import type pg from 'pg';
import { inTransaction } from '../catalogue-database.ts';
import { describeInvalid, IMPORT_LOCK_KEY, vacuumAfterMany } from '../interchange/import-catalogue.ts';
import { openImport, type Import } from '../interchange/import-target.ts';
import { KINDS } from '../interchange/line-schemas.ts';
import { LineError, readLine } from '../interchange/read-line.ts';
import { alignKeys, deleteRemovedRecords } from './align-records.ts';
import { clearStage, isStageEmpty, listStagedLines } from './mirror-queries.ts';

const BATCH = 1000;

/**
 * Updates the catalogue to the staged state of the source, by an import in one transaction. Returns false if
 * nothing was staged.
 */
export async function applyStage(client: pg.Client): Promise<boolean> {
  if (await isStageEmpty(client)) return false;
  const result = await inTransaction(client, async () => {
    await client.query('select pg_advisory_xact_lock($1)', [IMPORT_LOCK_KEY]);
    await client.query('analyze mirror_stage');
    await alignKeys(client);
    const target = await openImport(client);
    await addStagedLines(client, target);
    const [conflict] = await target.leaveOutConflicts();
    if (conflict) throw new Error(describeInvalid(conflict));
    const imported = await target.finish();
    await deleteRemovedRecords(client);
    await clearStage(client);
    return imported;
  });
  await vacuumAfterMany(client, result);
  return true;
}

async function addStagedLines(client: pg.Client, target: Import): Promise<void> {
  let number = 0;
  for (const kind of KINDS) {
    for (let after = 0; ;) {
      const rows = await listStagedLines(client, kind, after, BATCH);
      for (const { id, line } of rows) {
        number += 1;
        await addLine(target, line, { number, name: `${kind} ${id}` });
      }
      after = rows.at(-1)?.id ?? after;
      if (rows.length < BATCH) break;
    }
  }
}

async function addLine(
  target: Import,
  text: string,
  { number, name }: { number: number; name: string },
): Promise<void> {
  try {
    await target.add(readLine(text), { number, text });
  } catch (error) {
    if (!(error instanceof LineError)) throw error;
    throw new Error(`the source's ${name} cannot be imported: ${error.message}`, { cause: error });
  }
}

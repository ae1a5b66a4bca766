/** The tables an import writes, those that others refer to first. */
export const TABLES = ['brands', 'competitions', 'clubs', 'seasons', 'kit_types', 'kits'] as const;

/**
 * SQL that removes all records with their audit log and restarts their ids. For a few records that takes a fraction of a
 * `truncate`, which creates the files of all tables and indexes anew.
 */
export const EMPTY_CATALOGUE = [...TABLES, 'audit_log']
  .toReversed()
  .flatMap((table) => [`delete from ${table}`, `select setval('${table}_id_seq', 1, false)`])
  .join('; ');

import type { ImportRecord } from '../import-queries.ts';
import { IMPORT_FIELDS } from './import-fields.ts';
import { DECIMAL_SIGNS } from './read-amounts.ts';
import { findColumnCurrency, toCurrency } from './read-currency.ts';

/**
 * The currency of amounts without one: of the row's own column, of the heading, the only one of the table, or
 * the default.
 */
export function chooseColumnCurrency(
  field: string,
  texts: ReadonlyMap<string, string>,
  columns: ReadonlyMap<string, string>,
  ofTable: string | undefined,
): string | undefined {
  const keys = [`${field}_currency`, 'currency'];
  const own = keys.find((key) => columns.has(key));
  if (own !== undefined) return toCurrency(texts.get(own) ?? '');
  const fallback = keys.map((key) => texts.get(key)).find((text) => text !== undefined);
  return (
    findColumnCurrency(columns.get(field) ?? '') ??
    ofTable ??
    (fallback === undefined ? undefined : toCurrency(fallback))
  );
}

/**
 * The only currency of a table's amounts: of its headings and cells or, if some cells name others, of its
 * headings.
 */
export function findTableCurrency({
  mapping,
  columns,
}: Pick<ImportRecord, 'mapping' | 'columns'>): string | undefined {
  const ofMoney = columns.filter(({ name }) => {
    const field = mapping[name] ?? '';
    return IMPORT_FIELDS.get(field)?.kind === 'money' || field.endsWith('currency');
  });
  const headings = new Set(ofMoney.flatMap(({ name }) => findColumnCurrency(name) ?? []));
  const all = new Set([...headings, ...ofMoney.flatMap(({ currencies }) => currencies ?? [])]);
  return [all, headings]
    .find((found) => found.size === 1)
    ?.values()
    .next().value;
}

/** Which signs separate decimals: as the user chose, else as the field's column shows. */
export function findDecimalSigns(
  field: string,
  { mapping, options, columns }: Pick<ImportRecord, 'mapping' | 'options' | 'columns'>,
) {
  const counts = columns.find(({ name, decimals }) => decimals && mapping[name] === field)?.decimals;
  return { given: options.decimal, shown: DECIMAL_SIGNS.filter((sign) => counts && counts[sign] > 0) };
}

import type { ImportRecord } from '../import-queries.ts';
import { IMPORT_FIELDS } from './import-fields.ts';
import { DECIMAL_SIGNS } from './read-amounts.ts';
import { findColumnCurrency, toCurrency } from './read-currency.ts';

/**
 * The currency of amounts without one: from the row's currency column, otherwise from the heading, the only
 * currency of the table, or the default.
 */
export function chooseColumnCurrency(
  field: string,
  texts: ReadonlyMap<string, string>,
  columns: ReadonlyMap<string, string>,
  tableCurrency: string | undefined,
): string | undefined {
  const keys = [`${field}_currency`, 'currency'];
  const currencyField = keys.find((key) => columns.has(key));
  if (currencyField !== undefined) return toCurrency(texts.get(currencyField) ?? '');
  const fallback = keys.map((key) => texts.get(key)).find((text) => text !== undefined);
  return (
    findColumnCurrency(columns.get(field) ?? '') ??
    tableCurrency ??
    (fallback === undefined ? undefined : toCurrency(fallback))
  );
}

/** The only currency in a table's headings and cells or, if these have several, in its headings alone. */
export function findTableCurrency({
  mapping,
  columns,
}: Pick<ImportRecord, 'mapping' | 'columns'>): string | undefined {
  const moneyColumns = columns.filter(({ name }) => {
    const field = mapping[name] ?? '';
    return IMPORT_FIELDS.get(field)?.kind === 'money' || field.endsWith('currency');
  });
  const headings = new Set(moneyColumns.flatMap(({ name }) => findColumnCurrency(name) ?? []));
  const all = new Set([...headings, ...moneyColumns.flatMap(({ currencies }) => currencies ?? [])]);
  return [all, headings]
    .find((currencies) => currencies.size === 1)
    ?.values()
    .next().value;
}

/** The signs that separate decimals: the user's choice, and those in the field's column. */
export function findDecimalSigns(
  field: string,
  { mapping, options, columns }: Pick<ImportRecord, 'mapping' | 'options' | 'columns'>,
) {
  const counts = columns.find(({ name, decimals }) => decimals && mapping[name] === field)?.decimals;
  return { chosen: options.decimal, shown: DECIMAL_SIGNS.filter((sign) => counts && counts[sign] > 0) };
}

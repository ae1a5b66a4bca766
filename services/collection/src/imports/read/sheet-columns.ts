import { toColumnLetters } from '@kitroom/tabular';
import { checkAllColumns, checkColumnCount, checkColumnName } from './source-table.ts';

/** The columns of one sheet. */
export interface SheetColumns {
  /** The names of its columns, at least so many: a row may have more than the header. */
  namesFor(count: number): readonly string[];
}

/** Names the columns of a sheet, and adds those names to `all` that no other sheet has. */
export function createSheetColumns(
  all: string[],
  header: readonly string[],
  sample: ReadonlyArray<readonly string[]>,
): SheetColumns {
  const names: string[] = [];
  const own = new Set<string>();
  const known = new Set(all);
  const add = (heading: string) => {
    const at = names.length;
    const where = `Column ${toColumnLetters(at)}`;
    checkColumnCount(at + 1, where);
    const name = toUniqueName(heading === '' ? `Column ${at + 1}` : heading, own);
    checkColumnName(name, where);
    names.push(name);
    own.add(name);
    if (known.has(name)) return;
    known.add(name);
    checkAllColumns(all.push(name));
  };
  const namesFor = (count: number) => {
    while (names.length < count) add(toHeading(header[names.length]));
    return names;
  };
  namesFor(Math.max(0, ...[header, ...sample].map(countUsed)));
  return { namesFor };
}

function toHeading(text = ''): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** A second column `Notes` is `Notes (2)`. */
function toUniqueName(name: string, taken: ReadonlySet<string>): string {
  for (let count = 1; ; count += 1) {
    const unique = count === 1 ? name : `${name} (${count})`;
    if (!taken.has(unique)) return unique;
  }
}

/** The number of columns up to the last one that holds anything. */
function countUsed(record: readonly string[]): number {
  return record.findLastIndex((text) => text.trim() !== '') + 1;
}

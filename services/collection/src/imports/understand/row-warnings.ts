import type { ImportWarning } from '@kitroom/collection-client';
import type { NoteLine } from './parse-row.ts';

const MESSAGES: Readonly<Record<NoteLine['why'], string>> = {
  unmapped: 'No field is mapped to this column: its values go to the notes, labelled.',
  quantity: 'An item counts once: quantities other than 1 go to the notes, labelled.',
  remark: 'What its field cannot hold goes to the notes, labelled.',
};

/** Collects what goes to the notes, by column. */
export function createWarnings() {
  const warnings = new Map<string, ImportWarning>();
  return {
    add(lines: readonly NoteLine[]) {
      for (const { column, why } of lines) {
        const warning = warnings.get(`${why} ${column}`) ?? { column, count: 0, message: MESSAGES[why] };
        warnings.set(`${why} ${column}`, { ...warning, count: warning.count + 1 });
      }
    },
    list: () => [...warnings.values()],
  };
}

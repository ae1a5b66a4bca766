import type { Import } from '@kitroom/collection-client';
import { countOf } from '../../components/format.ts';
import { STATUS_WORDS } from './import-words.ts';

/** How far the work on an import is. */
export function ImportProgress({ record: { status, progress } }: { record: Import }) {
  const { done, total, is_paused: isPaused } = progress;
  return (
    <div className="progress">
      <progress aria-label={STATUS_WORDS[status]} {...(total !== null && { value: done, max: total || 1 })} />
      <span className="field-hint">
        {total === null ? countOf(done, 'row') : `${done.toLocaleString('en')} of ${countOf(total, 'row')}`}
        {isPaused && '. Waiting for the catalogue; it goes on when that is back.'}
      </span>
    </div>
  );
}

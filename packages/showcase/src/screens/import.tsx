import { useParams } from 'react-router';
import type { Import } from '@kitroom/collection-client';
import { Loading, Problem } from '../components/feedback.tsx';
import { countOf } from '../components/format.ts';
import { ImportButton } from './import/import-button.tsx';
import { IMPORT_STATUS_LABELS, isBusy, nameImport } from './import/import-labels.ts';
import { ImportOutcome } from './import/import-outcome.tsx';
import { ImportReview } from './import/import-review.tsx';
import { useImport, useLastReview } from './import/use-import.ts';
import { MyCollectionPage } from './my-collection-page.tsx';

/** An import in any of its states. */
export function ImportScreen() {
  const { data, error, refetch } = useImport(Number(useParams()['id']));
  return (
    <MyCollectionPage title="Import">
      {error && <Problem error={error} onRetry={() => void refetch()} />}
      {data ? <ImportStep key={data.id} record={data} /> : !error && <Loading />}
    </MyCollectionPage>
  );
}

function ImportStep({ record }: { record: Import }) {
  const review = useLastReview(record);
  const { status } = record;
  return (
    <section aria-labelledby="import" className="import">
      <header>
        <h2 id="import">{nameImport(record)}</h2>
        <p className="count" role="status">
          {IMPORT_STATUS_LABELS[status]}
        </p>
      </header>
      {isBusy(status) && <ImportProgress record={record} />}
      {(status === 'applying' || (status === 'reading' && !review)) && (
        // Items that the import has already added remain until it is undone.
        <div className="actions">
          <ImportButton change={(imports) => imports.remove({ id: record.id })}>Stop</ImportButton>
        </div>
      )}
      {review && <ImportReview record={review} isBusy={status === 'reading'} />}
      {(status === 'done' || status === 'undone' || status === 'failed') && <ImportOutcome record={record} />}
    </section>
  );
}

/** The progress of an import. */
function ImportProgress({ record: { status, progress } }: { record: Import }) {
  const { done, total, is_paused: isPaused } = progress;
  return (
    <div className="progress">
      <progress
        aria-label={IMPORT_STATUS_LABELS[status]}
        {...(total !== null && { value: done, max: total || 1 })}
      />
      <span className="field-hint">
        {total === null ? countOf(done, 'row') : `${done.toLocaleString()} of ${countOf(total, 'row')}`}
        {isPaused && '. Waiting for the catalogue; continues when it is available again.'}
      </span>
    </div>
  );
}

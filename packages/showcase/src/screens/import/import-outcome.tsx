import { Link, useSearchParams } from 'react-router';
import type { Import } from '@kitroom/collection-client';
import { Button } from '../../components/button.tsx';
import { countOf } from '../../components/format.ts';
import { useServices } from '../../services.ts';
import { ImportButton } from './import-button.tsx';
import { nameField } from './import-fields.ts';
import { ImportRows } from './import-rows.tsx';
import { RemoveImport } from './remove-import.tsx';

/** The outcome of an import, and the remaining actions. */
export function ImportOutcome({ record }: { record: Import }) {
  const { id, status, error, counts, undo } = record;
  const hasImported = counts.added + counts.updated > 0;
  return (
    <>
      {status === 'failed' && <p className="problem">{error ?? 'It could not be read.'}</p>}
      {(status === 'done' || (status === 'failed' && hasImported)) && <Outcome record={record} />}
      {status === 'undone' && undo && <Undone undo={undo} />}
      <div className="actions">
        {(status !== 'failed' || hasImported) && (
          <Link to="/collection" className="button primary">
            See my collection
          </Link>
        )}
        {(status === 'done' || status === 'failed') && hasImported && (
          <ImportButton
            question="Remove what this import added, and restore what it updated?"
            change={(imports) => imports.undo({ id })}
          >
            Undo
          </ImportButton>
        )}
        {status === 'done' && <DownloadFailedRows record={record} />}
        <RemoveImport id={id} label="Remove from this list" />
      </div>
      {status === 'done' && <ImportRows record={record} canSettle={false} />}
    </>
  );
}

/**
 * The numbers of rows that were added, kept as drafts, updated, skipped or not imported, with links to them.
 */
function Outcome({ record }: { record: Import }) {
  const { counts, drafts = 0, row_errors: errors = [] } = record;
  const [, setParams] = useSearchParams();
  const reasons = errors
    .filter((rowError) => rowError.drafts > 0)
    .map(({ field }) => nameField(field).toLowerCase());
  const statuses = ['updated', 'unchanged', 'skipped', 'ambiguous', 'invalid', 'failed'] as const;
  return (
    <ul className="outcome" aria-label="Outcome">
      {counts.added > drafts && (
        <li>
          {`${counts.added - drafts} added`}
          <Link to="/collection">See them, newest first</Link>
        </li>
      )}
      {drafts > 0 && (
        <li>
          {`${drafts} kept as drafts${reasons.length > 0 ? ` (${reasons.join(', ')})` : ''}`}
          <Link to="/collection/drafts">Complete them</Link>
        </li>
      )}
      {statuses
        .filter((status) => counts[status] > 0)
        .map((status) => (
          <li key={status}>
            {`${counts[status]} ${OUTCOME_WORDS[status]}`}
            <Button
              className="link-button"
              aria-label={`Show the rows that are ${status}`}
              onClick={() => setParams({ status }, { replace: true })}
            >
              Show the rows
            </Button>
          </li>
        ))}
    </ul>
  );
}

const OUTCOME_WORDS = {
  updated: 'updated',
  unchanged: 'already in your collection, unchanged',
  skipped: 'skipped',
  ambiguous: 'not added: a name has several meanings',
  invalid: 'not added: something is missing or wrong',
  failed: 'not added: something went wrong',
};

function Undone({ undo: { undone, kept } }: { undo: NonNullable<Import['undo']> }) {
  return (
    <>
      <p>{`${countOf(undone, 'row')} undone.`}</p>
      {kept.length > 0 && (
        <>
          <p>These items were kept, because you have changed them:</p>
          <ul className="links">
            {kept.map(({ row, item, name }) => (
              <li key={row}>
                <Link to={`/items/${item}`}>{name || 'Unnamed item'}</Link>
                <small>{`Row ${row}`}</small>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

/** A link to the rows that were not imported, as a file that can be corrected and imported again. */
function DownloadFailedRows({ record: { id, counts } }: { record: Import }) {
  const { collectionUrl } = useServices();
  const count = counts.ambiguous + counts.invalid + counts.failed;
  if (count === 0) return null;
  return (
    <a className="button" href={`${collectionUrl}/api/imports/${id}/failed.csv`}>
      {`Download the ${countOf(count, 'row')} not imported`}
    </a>
  );
}

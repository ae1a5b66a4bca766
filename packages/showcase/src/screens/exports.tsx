import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import type { ExportSummary } from '@kitroom/collection-client';
import { Button } from '../components/button.tsx';
import { Problem } from '../components/feedback.tsx';
import { showBytes, showTime } from '../components/format.ts';
import { useAction } from '../components/use-action.ts';
import { usePolling } from '../components/use-polling.ts';
import { useCollection, useServices } from '../services.ts';
import { MyCollectionPage } from './my-collection-page.tsx';

/** Exports the collection: as a table, as data, or as a whole with photos. */
export function ExportsScreen() {
  return (
    <MyCollectionPage title="Export">
      <div className="columns wide">
        <WholeCollection />
        <Download
          title="Table"
          text="All items as CSV, for spreadsheet programs. Photos are not included."
          label="Download as CSV"
          path="/api/collections/me/items.csv?bom=true"
        />
        <Download
          title="Data"
          text="All items as NDJSON, one per line, with tags, photo addresses and the history of values."
          label="Download as NDJSON"
          path="/api/collections/me/items.ndjson"
        />
      </div>
    </MyCollectionPage>
  );
}

/** A download as a plain link, so that the browser saves the file while it arrives, whatever its size. */
function Download({ title, text, label, path }: Record<'title' | 'text' | 'label' | 'path', string>) {
  const { collectionUrl } = useServices();
  return (
    <section className="export" aria-label={title}>
      <h2>{title}</h2>
      <p>{text}</p>
      <a className="button" href={collectionUrl + path}>
        {label}
      </a>
    </section>
  );
}

/** A ZIP that the service creates in the background. Its id is in the URL, so that it survives a reload. */
function WholeCollection() {
  const { exports } = useCollection();
  const poll = usePolling();
  const [params, setParams] = useSearchParams();
  const id = Number(params.get('export'));
  const create = useAction({
    mutationFn: () => exports.create(),
    onSuccess: (created) => setParams({ export: String(created.id) }, { replace: true }),
  });
  const query = useQuery({
    queryKey: ['exports', id],
    queryFn: ({ signal }) => exports.get({ id }, { signal }),
    enabled: id > 0,
    refetchInterval: ({ state: { data } }) => poll(data !== undefined && isInProgress(data)),
  });
  const error = create.error ?? query.error;
  const isBusy = create.isPending || (query.data !== undefined && isInProgress(query.data));
  return (
    <section className="export" aria-label="Everything">
      <h2>Everything</h2>
      <p>A ZIP of all items with their photos. You can import it into any Kitroom without losing anything.</p>
      {error && <Problem error={error} />}
      {query.data && <ExportState summary={query.data} />}
      <Button
        className={query.data?.file ? 'button' : 'button primary'}
        disabled={isBusy}
        onClick={() => create.mutate()}
      >
        {query.data?.file ? 'Make another ZIP' : 'Make a ZIP'}
      </Button>
    </section>
  );
}

function isInProgress({ status }: ExportSummary): boolean {
  return status === 'waiting' || status === 'running';
}

function ExportState({ summary }: { summary: ExportSummary }) {
  const { status, progress, file, bytes, expires_at: expires } = summary;
  if (status === 'failed') return <p className="problem">The ZIP could not be made. Try again.</p>;
  if (!file) {
    return (
      <div className="progress">
        <progress aria-label="The ZIP" value={progress.done} max={progress.total || 1} />
        <span className="field-hint">{`${progress.done} of ${progress.total} items`}</span>
      </div>
    );
  }
  return (
    <>
      <p role="status">{`Ready${expires ? ` until ${showTime(expires)}` : ''}.`}</p>
      <a className="button primary" href={file}>
        {`Download the ZIP (${showBytes(bytes ?? 0)})`}
      </a>
    </>
  );
}

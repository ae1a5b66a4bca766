import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Import } from '@kitroom/collection-client';
import { Loading, Problem } from '../components/feedback.tsx';
import { showTime } from '../components/format.ts';
import { LoadMore } from '../components/load-more.tsx';
import { usePolling } from '../components/use-polling.ts';
import { useCollection } from '../services.ts';
import { describeCounts, IMPORT_STATUS_LABELS, isBusy, nameImport } from './import/import-labels.ts';
import { StartImport } from './import/start-import.tsx';
import { IMPORTS } from './import/use-import.ts';
import { MyCollectionPage } from './my-collection-page.tsx';

/** How long a list without unfinished imports is considered fresh. */
const FINISHED_STALE_MS = 300_000;

/** The form that starts an import, and the list of previous imports. */
export function ImportsScreen() {
  return (
    <MyCollectionPage title="Import">
      <div className="columns wide">
        <StartImport />
        <PastImports />
      </div>
    </MyCollectionPage>
  );
}

function PastImports() {
  const collection = useCollection();
  const poll = usePolling();
  const pages = useInfiniteQuery({
    queryKey: [...IMPORTS, 'list'],
    queryFn: ({ pageParam, signal }) => collection.imports.list({ page: pageParam }, { signal }),
    initialPageParam: 1,
    getNextPageParam: (last, _pages, page) => (last.next === null ? undefined : page + 1),
    // Imports may make progress while their list is not shown.
    staleTime: ({ state: { data } }) => (data?.pages.some(hasBusyImport) ? 0 : FINISHED_STALE_MS),
    refetchInterval: ({ state: { data } }) => poll(data?.pages.some(hasBusyImport) ?? false),
  });
  return (
    <section aria-labelledby="past-imports">
      <h2 id="past-imports">Your imports</h2>
      {pages.isPending && <Loading />}
      {pages.isError && <Problem error={pages.error} onRetry={() => void pages.refetch()} />}
      {pages.data?.pages[0]?.count === 0 && <p className="empty">None yet.</p>}
      <ul className="links">
        {pages.data?.pages
          .flatMap(({ results }) => results)
          .map((record) => (
            <li key={record.id}>
              <span>
                <Link to={`/collection/import/${record.id}`}>{nameImport(record)}</Link>
                <small>{showTime(record.created_at)}</small>
                <small>{describeCounts(record)}</small>
              </span>
              <span className="badge">{IMPORT_STATUS_LABELS[record.status]}</span>
            </li>
          ))}
      </ul>
      <LoadMore pages={pages} />
    </section>
  );
}

function hasBusyImport({ results }: { results: ReadonlyArray<Pick<Import, 'status'>> }): boolean {
  return results.some(({ status }) => isBusy(status));
}

import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import type { Import } from '@kitroom/collection-client';
import { Button } from '../../components/button.tsx';
import { Loading, Problem } from '../../components/feedback.tsx';
import { LoadMore } from '../../components/load-more.tsx';
import { useCollection } from '../../services.ts';
import { listRowStatuses, ROW_STATUS_LABELS } from './import-labels.ts';
import { ReviewTable } from './review-table.tsx';
import { IMPORTS } from './use-import.ts';

const PAGE_SIZE = 100;

/** The rows of an import, all of them or those of one status. The URL contains the status. */
export function ImportRows({ record, canSettle }: { record: Import; canSettle: boolean }) {
  const { imports } = useCollection();
  const [params] = useSearchParams();
  const status = listRowStatuses(record).find((candidate) => candidate === params.get('status'));
  const rows = useInfiniteQuery({
    queryKey: [...IMPORTS, record.id, 'rows', status, record.updated_at],
    queryFn: ({ pageParam, signal }) =>
      imports.rows({ id: record.id, status, page: pageParam, page_size: PAGE_SIZE }, { signal }),
    initialPageParam: 1,
    getNextPageParam: (last, _pages, page) => (last.next === null ? undefined : page + 1),
    placeholderData: keepPreviousData,
  });
  return (
    <section aria-labelledby="rows">
      <h3 id="rows">Rows</h3>
      <StatusFilter record={record} chosen={status} />
      {rows.isPending && <Loading />}
      {rows.isError && <Problem error={rows.error} onRetry={() => void rows.refetch()} />}
      {rows.data && (
        <ReviewTable
          record={record}
          rows={rows.data.pages.flatMap(({ results }) => results)}
          canSettle={canSettle}
        />
      )}
      <LoadMore pages={rows} />
    </section>
  );
}

function StatusFilter({ record, chosen }: { record: Import; chosen: string | undefined }) {
  const [, setParams] = useSearchParams();
  const options = [
    { value: undefined, label: 'all', count: record.row_count },
    ...listRowStatuses(record).map((value) => ({
      value,
      label: ROW_STATUS_LABELS[value],
      count: record.counts[value],
    })),
  ];
  return (
    <div className="choices" role="group" aria-label="Rows to show">
      {options.map(({ value, label, count }) => (
        <Button
          key={label}
          className="choice"
          aria-pressed={value === chosen}
          onClick={() => setParams(value === undefined ? {} : { status: value }, { replace: true })}
        >
          {label} <small>{count}</small>
        </Button>
      ))}
    </div>
  );
}

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { CollectionClient, Import } from '@kitroom/collection-client';
import { useAction } from '../../components/use-action.ts';
import { usePolling } from '../../components/use-polling.ts';
import { useCollection } from '../../services.ts';
import { isBusy } from './import-labels.ts';

/** The first part of the query keys of all requests for imports. */
export const IMPORTS = ['imports'];

/** Reads an import, repeatedly while it is being processed. */
export function useImport(id: number) {
  const collection = useCollection();
  const queries = useQueryClient();
  const poll = usePolling();
  const query = useQuery({
    queryKey: [...IMPORTS, id],
    queryFn: ({ signal }) => collection.imports.get({ id }, { signal }),
    refetchInterval: ({ state: { data } }) => poll(data !== undefined && isBusy(data.status)),
  });
  const status = query.data?.status;
  useEffect(() => {
    const hasChangedItems = status === 'done' || status === 'undone' || status === 'failed';
    if (hasChangedItems) void queries.invalidateQueries({ queryKey: ['collection'] });
  }, [queries, status]);
  return query;
}

/** The import when it last waited for review, which is shown while its rows are evaluated again. */
export function useLastReview(record: Import): Import | undefined {
  const [last, setLast] = useState<Import>();
  if (record.status === 'review' && record !== last) setLast(record);
  return record.status === 'review' || record.status === 'reading' ? last : undefined;
}

/** A change of an import, after which all data of imports is read again. */
export function useImportChange() {
  const { imports } = useCollection();
  const queries = useQueryClient();
  return useAction({
    mutationFn: (change: (client: CollectionClient['imports']) => Promise<unknown>) => change(imports),
    onSettled: () => queries.invalidateQueries({ queryKey: IMPORTS }),
  });
}

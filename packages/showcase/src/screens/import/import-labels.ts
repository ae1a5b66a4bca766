import type { Import, ImportRowStatus, ImportStatus } from '@kitroom/collection-client';

type ImportSummary = Pick<Import, 'source' | 'file_name' | 'archive_user_id' | 'counts'>;

export const IMPORT_STATUS_LABELS: Readonly<Record<ImportStatus, string>> = {
  reading: 'Reading the rows',
  review: 'Waiting for your review',
  applying: 'Applying',
  done: 'Applied',
  undoing: 'Undoing',
  undone: 'Undone',
  failed: 'Failed',
};

export const ROW_STATUS_LABELS: Readonly<Record<ImportRowStatus, string>> = {
  new: 'new',
  update: 'to update',
  unchanged: 'unchanged',
  skipped: 'skipped',
  ambiguous: 'ambiguous',
  invalid: 'invalid',
  added: 'added',
  updated: 'updated',
  failed: 'failed',
};

/** Whether the service is processing the import. */
export function isBusy(status: ImportStatus): boolean {
  return status === 'reading' || status === 'applying' || status === 'undoing';
}

export function nameImport({ source, file_name: file, archive_user_id: collector }: ImportSummary): string {
  return file || (source === 'archive' ? `Collector ${collector} of the archive` : 'A file');
}

/** Lists the statuses that at least one row has. */
export function listRowStatuses({ counts }: Pick<Import, 'counts'>): ImportRowStatus[] {
  return (Object.keys(ROW_STATUS_LABELS) as ImportRowStatus[]).filter((status) => counts[status] > 0);
}

/** Describes the numbers of rows by status, such as `485 new, 10 ambiguous, 5 invalid`. */
export function describeCounts(record: Pick<Import, 'counts'>): string {
  const texts = listRowStatuses(record).map(
    (status) => `${record.counts[status]} ${ROW_STATUS_LABELS[status]}`,
  );
  return texts.join(', ') || 'No rows';
}

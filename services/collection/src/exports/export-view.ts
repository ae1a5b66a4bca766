import type { ExportSummary } from '@kitroom/collection-client';
import type { ExportRow } from './export-queries.ts';

export function toExport(row: ExportRow, baseUrl: string): ExportSummary {
  return {
    id: row.id,
    status: row.status,
    progress: { done: row.items_done, total: row.items_total },
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
    expires_at: row.expires_at?.toISOString() ?? null,
    bytes: row.bytes,
    error: row.error,
    file: row.file_key === null ? null : `${baseUrl}/api/exports/${row.id}/file/`,
  };
}

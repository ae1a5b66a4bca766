import type { Import } from '@kitroom/collection-client';
import { Button } from '../../components/button.tsx';
import { Problem } from '../../components/feedback.tsx';
import { countOf } from '../../components/format.ts';
import { describeCounts } from './import-labels.ts';
import { ImportRows } from './import-rows.tsx';
import { MappingForm } from './mapping-form.tsx';
import { RemoveImport } from './remove-import.tsx';
import { SheetsForm } from './sheets-form.tsx';
import { useImportChange } from './use-import.ts';

interface ImportReviewProps {
  record: Import;
  /** Whether the rows are being evaluated again. */
  isBusy: boolean;
}

/**
 * What the rows would become, and the settings by which they are read. The import is then applied or
 * discarded.
 */
export function ImportReview({ record, isBusy }: ImportReviewProps) {
  const { id, counts } = record;
  const apply = useImportChange();
  const isWaiting = isBusy || apply.isPending;
  const hasItems = counts.new + counts.update > 0;
  return (
    <div className="import" aria-busy={isBusy}>
      <p>{`${describeCounts(record)}.`}</p>
      {record.error !== null && <p className="field-error">{record.error}</p>}
      {apply.error && <Problem error={apply.error} />}
      <div className="actions">
        <Button
          className="button primary"
          disabled={isWaiting || !hasItems}
          onClick={() => apply.mutate((imports) => imports.apply({ id }))}
        >
          {describeApply(counts)}
        </Button>
        <RemoveImport id={id} label="Discard" disabled={isWaiting} />
      </div>
      <Warnings warnings={record.warnings} />
      {record.sheets.length > 0 && (
        <details open={record.error !== null}>
          <summary>{describeSheets(record.sheets)}</summary>
          <SheetsForm key={record.updated_at} record={record} isBusy={isBusy} />
        </details>
      )}
      <details>
        <summary>Columns and options</summary>
        {/* The key resets the form when a default is set in a row, which the form would otherwise overwrite.
         */}
        <MappingForm key={JSON.stringify(record.options.defaults)} record={record} isBusy={isBusy} />
      </details>
      <ImportRows record={record} canSettle={!isBusy} />
    </div>
  );
}

/** Warnings, for example about columns that are kept in the notes, or text above the headers. */
function Warnings({ warnings }: Pick<Import, 'warnings'>) {
  if (warnings.length === 0) return null;
  return (
    <ul className="import-warnings" aria-label="Warnings">
      {warnings.map(({ column, count, message }) => (
        <li key={column + message}>
          <strong>{column}</strong> {`(${countOf(count, 'row')}): ${message}`}
        </li>
      ))}
    </ul>
  );
}

/** The summary of the sheets, which lists those that were not read. */
function describeSheets(sheets: Import['sheets']): string {
  const unread = sheets.filter(({ used }) => !used).map(({ name }) => `“${name}”`);
  return unread.length === 0
    ? 'Sheets and header rows'
    : `Sheets and header rows (not read: ${unread.join(', ')})`;
}

function describeApply({ new: added, update: updated }: Import['counts']): string {
  const parts = [
    (added > 0 || updated === 0) && `add ${countOf(added, 'item')}`,
    updated > 0 && `update ${countOf(updated, 'item')}`,
  ];
  const text = parts.filter((part) => part !== false).join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

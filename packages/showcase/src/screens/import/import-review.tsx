import type { Import } from '@kitroom/collection-client';
import { countOf } from '../../components/count-of.ts';
import { Problem } from '../../components/feedback.tsx';
import { ImportRows } from './import-rows.tsx';
import { describeCounts } from './import-words.ts';
import { MappingForm } from './mapping-form.tsx';
import { RemoveImport } from './remove-import.tsx';
import { useImportChange } from './use-import.ts';

interface ImportReviewProps {
  record: Import;
  /** Whether the rows are being evaluated anew. */
  isBusy: boolean;
}

/** What the rows would become, and how they are understood: to be corrected, then applied or abandoned. */
export function ImportReview({ record, isBusy }: ImportReviewProps) {
  const { id, counts } = record;
  const apply = useImportChange();
  const isWaiting = isBusy || apply.isPending;
  const hasItems = counts.new + counts.update > 0;
  return (
    <div className="import" aria-busy={isBusy}>
      <p>{`${describeCounts(record)}.`}</p>
      {apply.error && <Problem error={apply.error} />}
      <div className="actions">
        <button
          type="button"
          className="button primary"
          disabled={isWaiting || !hasItems}
          onClick={() => apply.mutate((imports) => imports.apply({ id }))}
        >
          {describeApply(counts)}
        </button>
        <RemoveImport id={id} label="Abandon" disabled={isWaiting} />
      </div>
      <details open={!hasItems}>
        <summary>Columns and options</summary>
        <MappingForm record={record} isBusy={isBusy} />
      </details>
      <ImportRows record={record} canSettle={!isBusy} />
    </div>
  );
}

function describeApply({ new: added, update: updated }: Import['counts']): string {
  const parts = [
    (added > 0 || updated === 0) && `add ${countOf(added, 'item')}`,
    updated > 0 && `update ${countOf(updated, 'item')}`,
  ];
  const text = parts.filter((part) => part !== false).join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

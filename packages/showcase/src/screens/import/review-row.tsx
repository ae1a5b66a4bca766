import { useId, useState } from 'react';
import { Link } from 'react-router';
import type { Import, ImportRow } from '@kitroom/collection-client';
import { Button } from '../../components/button.tsx';
import { FixRow } from './fix-row.tsx';
import { ImportButton } from './import-button.tsx';
import { ROW_STATUS_LABELS } from './import-labels.ts';
import { nameItem, readCell, type ReviewCell, type ReviewColumn } from './read-cells.ts';
import { MARKS } from './review-marks.ts';
import { RowDetails } from './row-details.tsx';

interface ReviewRowProps {
  record: Import;
  row: ImportRow;
  columns: readonly ReviewColumn[];
  canSettle: boolean;
}

/** A row in one line. Inputs for open problems, and the details if opened, are shown below. */
export function ReviewRow({ record, row, columns, canSettle }: ReviewRowProps) {
  const [isOpen, setOpen] = useState(false);
  const { number, status, item_id: itemId, is_skipped: isSkipped } = row;
  const detailsId = useId();
  const isOver = record.status !== 'review' && record.status !== 'reading';
  const needsHelp = !isOver && (status === 'invalid' || status === 'ambiguous');
  const name = nameItem(row);
  return (
    <tbody className={`review-row ${status}`}>
      <tr>
        <th scope="row">
          <span className="review-item">
            <Button
              className="link-button"
              aria-expanded={isOpen}
              aria-controls={detailsId}
              aria-label={`Row ${number} in detail`}
              onClick={() => setOpen(!isOpen)}
            >
              <span aria-hidden="true">{isOpen ? '▾' : '▸'}</span> {number}
            </Button>
            <span>
              {itemId !== null && status !== 'failed' ? <Link to={`/items/${itemId}`}>{name}</Link> : name}{' '}
              {status !== 'new' && <span className="badge">{nameStatus(row)}</span>}
            </span>
            {canSettle && (
              <ImportButton
                className="link-button"
                aria-label={isSkipped ? `Include row ${number}` : `Skip row ${number}`}
                change={(imports) => imports.patchRow({ id: record.id, number }, { skip: !isSkipped })}
              >
                {isSkipped ? 'Include' : 'Skip'}
              </ImportButton>
            )}
          </span>
        </th>
        {columns.map((column) => (
          <td key={`${column.name} ${column.field}`}>
            <Cell cell={readCell(row, column, record)} />
          </td>
        ))}
      </tr>
      {(needsHelp || isOpen) && (
        <tr id={detailsId}>
          <td colSpan={columns.length + 1}>
            <div className="review-below">
              {needsHelp && <FixRow record={record} row={row} canSettle={canSettle} />}
              {isOpen && <RowDetails record={record} row={row} canSettle={canSettle} isOver={isOver} />}
            </div>
          </td>
        </tr>
      )}
    </tbody>
  );
}

function nameStatus({ status, item }: ImportRow): string {
  return status === 'added' && item?.['is_draft'] === true ? 'kept as a draft' : ROW_STATUS_LABELS[status];
}

function Cell({ cell: { shown, original, mark, why } }: { cell: ReviewCell }) {
  const [, sign, words] = MARKS.find(([candidate]) => candidate === mark) ?? [];
  return (
    <>
      {sign !== undefined && (
        <span className={`review-mark ${mark}`} title={why}>
          <span aria-hidden="true">{sign}</span>
          <span className="visually-hidden">{words}: </span>
        </span>
      )}
      {shown}
      {original !== undefined && <small>{original}</small>}
    </>
  );
}

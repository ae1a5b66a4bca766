import type { Import, ImportRow } from '@kitroom/collection-client';
import { nameField } from './import-fields.ts';
import { listReviewColumns, type ReviewColumn } from './read-cells.ts';
import { MARKS } from './review-marks.ts';
import { ReviewRow } from './review-row.tsx';

interface ReviewTableProps {
  record: Import;
  rows: readonly ImportRow[];
  canSettle: boolean;
}

/** The rows of an import: the columns of the table, with what their cells become. */
export function ReviewTable({ record, rows, canSettle }: ReviewTableProps) {
  const columns = listReviewColumns(record, rows);
  return (
    <>
      <ul className="review-legend" aria-label="Marks">
        {MARKS.map(([mark, sign, words]) => (
          <li key={mark}>
            <span className={`review-mark ${mark}`} aria-hidden="true">
              {sign}
            </span>
            {words}
          </li>
        ))}
      </ul>
      <div className="review" role="region" aria-label="Rows and what they become" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">Item</th>
              {columns.map((column) => (
                <th key={`${column.name} ${column.field}`} scope="col">
                  <ColumnHeading column={column} unmapped={record.options.unmapped} />
                </th>
              ))}
            </tr>
          </thead>
          {rows.map((row) => (
            <ReviewRow key={row.number} record={record} row={row} columns={columns} canSettle={canSettle} />
          ))}
        </table>
      </div>
    </>
  );
}

interface ColumnHeadingProps {
  column: ReviewColumn;
  unmapped: Import['options']['unmapped'];
}

/** The heading of a column, and the field that it fills. */
function ColumnHeading({ column: { name, field }, unmapped }: ColumnHeadingProps) {
  if (name === undefined)
    return (
      <>
        {nameField(field ?? '')}
        <small>filled in</small>
      </>
    );
  const isNoted = field === null && unmapped === 'notes';
  const target = isNoted ? 'Notes' : field === null || field === 'ignore' ? 'left out' : nameField(field);
  return (
    <>
      {name}
      <small>→ {target}</small>
    </>
  );
}

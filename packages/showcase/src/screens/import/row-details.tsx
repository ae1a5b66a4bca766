import type { Import, ImportRow } from '@kitroom/collection-client';
import { nameField } from './import-fields.ts';
import { listFilledFields, readCell, type ReviewCell } from './read-cells.ts';
import { ResolveNames } from './resolve-name.tsx';

interface RowDetailsProps {
  record: Import;
  row: ImportRow;
  canSettle: boolean;
  isOver: boolean;
}

/** The original cells of a row, with what each becomes and why. */
export function RowDetails({ record, row, canSettle, isOver }: RowDetailsProps) {
  const mapped = new Set(record.columns.flatMap(({ field }) => field ?? []));
  const nonEmptyColumns = record.columns.filter(({ name }) => (row.cells[name] ?? '').trim() !== '');
  const filled = listFilledFields(row, mapped).map(
    (field) => [field, readCell(row, { field }, record)] as const,
  );
  const isSettled = row.status !== 'invalid' && row.status !== 'ambiguous';
  return (
    <>
      <h4>{row.sheet === null ? 'Original row' : `Original row in ${row.sheet}`}</h4>
      <dl className="facts">
        {nonEmptyColumns.map(({ name, field }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {row.cells[name]}
              <Outcome field={field} cell={readCell(row, { name, field }, record)} />
            </dd>
          </div>
        ))}
        {filled
          .filter(([, { shown }]) => shown !== '' && shown !== 'No')
          .map(([field, { shown, why }]) => (
            <div key={field}>
              <dt>{nameField(field)}</dt>
              <dd>
                {shown}
                <small>{why}</small>
              </dd>
            </div>
          ))}
      </dl>
      {isSettled && !isOver && <ResolveNames importId={record.id} row={row} disabled={!canSettle} />}
    </>
  );
}

function Outcome({ field, cell: { shown, why } }: { field: string | null; cell: ReviewCell }) {
  const target = field === null || field === 'ignore' ? '' : `${nameField(field)}: ${shown}. `;
  return <small>{`${target}${why ?? ''}`}</small>;
}

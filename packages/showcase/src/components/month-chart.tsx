import { useId } from 'react';

interface MonthChartProps {
  title: string;
  /** Oldest first. */
  rows: ReadonlyArray<{ id: string; name: string; count: number }>;
}

/** Counts by month as columns. A list for screen readers: the columns only repeat the numbers. */
export function MonthChart({ title, rows }: MonthChartProps) {
  const id = useId();
  const most = Math.max(...rows.map(({ count }) => count));
  if (rows.length === 0 || most === 0) return null;
  return (
    <section className="chart chart-wide" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ol className="chart-columns">
        {rows.map((row) => (
          <li key={row.id} title={`${row.name}: ${row.count}`}>
            <span
              className="chart-column"
              style={{ height: `${(row.count / most) * 100}%` }}
              aria-hidden="true"
            />
            <span className="visually-hidden">{`${row.name}: ${row.count}`}</span>
          </li>
        ))}
      </ol>
      <p className="chart-ends" aria-hidden="true">
        <span>{rows[0]?.name}</span>
        <span>{rows.at(-1)?.name}</span>
      </p>
    </section>
  );
}

import { useId } from 'react';
import { Link } from 'react-router';

interface MonthChartProps {
  title: string;
  /** Oldest first. */
  rows: ReadonlyArray<{ id: string; name: string; count: number; to: string }>;
}

/** Shows counts by month as columns, each a link to its items. For screen readers it is a list. */
export function MonthChart({ title, rows }: MonthChartProps) {
  const id = useId();
  const most = Math.max(...rows.map(({ count }) => count));
  if (rows.length === 0 || most === 0) return null;
  return (
    <section className="chart chart-wide" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ol className="chart-columns">
        {rows.map((row) => (
          <li key={row.id} title={describe(row)}>
            {row.count > 0 ? (
              <Link to={row.to} className="chart-column" aria-label={describe(row)}>
                <span style={{ height: `${(row.count / most) * 100}%` }} />
              </Link>
            ) : (
              <span className="visually-hidden">{describe(row)}</span>
            )}
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

function describe({ name, count }: { name: string; count: number }): string {
  return `${name}: ${count}`;
}

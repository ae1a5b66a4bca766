import { useId } from 'react';
import { Link } from 'react-router';

export interface ChartRow {
  name: string | null;
  count: number;
  /** The address of the items behind the bar. */
  to?: string | null;
  /** `#RRGGBB`; default: the accent. */
  colour?: string | undefined;
}

/** Counts as horizontal bars, in the order given. A table for screen readers: the bars only repeat the numbers. */
export function BarChart({ title, rows }: { title: string; rows: readonly ChartRow[] }) {
  const id = useId();
  const most = Math.max(1, ...rows.map(({ count }) => count));
  if (rows.length === 0) return null;
  return (
    <section className="chart" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <table aria-labelledby={id}>
        <tbody>
          {rows.map(({ name, count, to, colour }, index) => (
            <tr key={`${index} ${name}`}>
              <th scope="row">{to ? <Link to={to}>{name ?? 'Unknown'}</Link> : (name ?? 'Unknown')}</th>
              <td className="chart-bar">
                <span
                  style={{ width: `${(count / most) * 100}%`, backgroundColor: colour }}
                  aria-hidden="true"
                />
              </td>
              <td className="chart-count">{count}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

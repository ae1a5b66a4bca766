import { useId } from 'react';

interface BarChartProps {
  title: string;
  rows: ReadonlyArray<{ name: string | null; count: number }>;
  /** A colour for each row, `#RRGGBB`; otherwise the accent. */
  colourOf?: (name: string) => string | undefined;
}

const ROWS_MAX = 8;

/** Counts as horizontal bars. A table for screen readers: the bars only repeat the numbers. */
export function BarChart({ title, rows, colourOf = () => undefined }: BarChartProps) {
  const id = useId();
  const shown = rows.slice(0, ROWS_MAX);
  const most = Math.max(1, ...shown.map(({ count }) => count));
  if (shown.length === 0) return null;
  return (
    <section className="chart" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <table aria-labelledby={id}>
        <tbody>
          {shown.map(({ name, count }, index) => (
            <tr key={`${index} ${name}`}>
              <th scope="row">{name ?? 'Unknown'}</th>
              <td className="chart-bar">
                <span
                  style={{ width: `${(count / most) * 100}%`, backgroundColor: colourOf(name ?? '') }}
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

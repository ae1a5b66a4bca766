import { useId, useState } from 'react';
import { Link } from 'react-router';
import { Button } from './button.tsx';
import { countOf } from './format.ts';

export interface ChartRow {
  name: string;
  count: number;
  /** The address of the items behind the bar. */
  to: string;
  /** `#RRGGBB`; default: the accent. */
  colour?: string | undefined;
}

interface BarChartProps {
  title: string;
  rows: readonly ChartRow[];
  /** A note below the chart, for example that values are missing. */
  note?: string | undefined;
}

/** How many rows are visible until the user opens the rest. */
const FOLDED_ROWS = 10;

/** Short lists are not folded, because the line about hidden rows takes space itself. */
const UNFOLDED_ROWS_MAX = 12;

/** Shows counts as horizontal bars, in the order of `rows`. For screen readers it is a table without bars. */
export function BarChart({ title, rows, note }: BarChartProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const most = Math.max(1, ...rows.map(({ count }) => count));
  const canFold = rows.length > UNFOLDED_ROWS_MAX;
  const shown = canFold && !isOpen ? rows.slice(0, FOLDED_ROWS) : rows;
  if (rows.length === 0) return null;
  return (
    <section className="chart" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <table id={`${id}-rows`} aria-labelledby={id}>
        <tbody>
          {shown.map(({ name, count, to, colour }) => (
            <tr key={to}>
              <th scope="row" title={name}>
                <Link to={to}>{name}</Link>
              </th>
              <td className="chart-bar">
                <span
                  style={{ width: `${(count / most) * 100}%`, backgroundColor: colour }}
                  aria-hidden="true"
                />
              </td>
              <td className="chart-count">{count.toLocaleString()}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {canFold && (
        <p className="chart-rest">
          {!isOpen && <span>{describeHiddenRows(rows.slice(FOLDED_ROWS))}</span>}
          <Button
            className="link-button"
            aria-expanded={isOpen}
            aria-controls={`${id}-rows`}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? 'Show fewer' : `Show all ${rows.length}`}
            <span className="visually-hidden">{` ${title.toLowerCase()}`}</span>
          </Button>
        </p>
      )}
      {note && <p className="chart-rest">{note}</p>}
    </section>
  );
}

function describeHiddenRows(rows: readonly ChartRow[]): string {
  const items = rows.reduce((sum, { count }) => sum + count, 0);
  return `${rows.length} more, with ${countOf(items, 'item')}`;
}

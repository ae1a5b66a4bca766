import { useId } from 'react';
import type { CollectionValue as Value } from '@kitroom/collection-client';
import { countOf, showMoney, showMonth } from './format.ts';
import { LineChart, type Point } from './line-chart.tsx';

/** Cost and value by month, with one chart per currency. */
export function CollectionWorth({ value }: { value: Value }) {
  return value.totals.map((total) => (
    <WorthChart
      key={total.currency}
      total={total}
      months={value.series.filter(({ currency }) => currency === total.currency)}
    />
  ));
}

interface WorthChartProps {
  total: Value['totals'][number];
  /** Oldest first. */
  months: Value['series'];
}

function WorthChart({ total, months }: WorthChartProps) {
  const id = useId();
  const { currency, price, priced_items: priced, estimated_value: value, estimated_items: estimated } = total;
  const kinds = [
    { key: 'price', name: 'Paid', amount: price, items: priced, note: 'by the date acquired' },
    { key: 'estimated_value', name: 'Worth', amount: value, items: estimated, note: 'as estimated' },
  ] as const;
  const shown = kinds.filter(({ items }) => items > 0);
  return (
    <section className="chart chart-wide" aria-labelledby={id}>
      <h2 id={id}>{`Value in ${currency}`}</h2>
      <dl className="worth">
        {shown.map(({ key, name, amount, items, note }) => (
          <div key={key} className={key}>
            <dt>{name}</dt>
            <dd>
              <strong>{showMoney({ amount, currency })}</strong> {`for ${countOf(items, 'item')}, ${note}`}
            </dd>
          </div>
        ))}
      </dl>
      <LineChart
        height={90}
        lines={shown.map(({ key }) => ({
          className: key,
          points: toPoints(months, key),
        }))}
      />
      <details>
        <summary>Numbers by month</summary>
        <table className="worth-months">
          <thead>
            <tr>
              <th scope="col">Month</th>
              {shown.map(({ key, name }) => (
                <th key={key} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {months.toReversed().map((month) => (
              <tr key={month.month}>
                <th scope="row">{showMonth(month.month)}</th>
                {shown.map(({ key }) => (
                  <td key={key}>{showMoney({ amount: month[key], currency })}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  );
}

/**
 * The sums at the end of each month, from the first one that is not 0. The first month has a point at its
 * start too, because a line needs two.
 */
function toPoints(months: WorthChartProps['months'], key: 'price' | 'estimated_value'): Point[] {
  const first = months.findIndex((row) => Number(row[key]) !== 0);
  return months.slice(first).flatMap((row, index) => {
    const [year = 0, month = 0] = row.month.split('-').map(Number);
    const times = [...(index === 0 ? [Date.UTC(year, month - 1)] : []), Date.UTC(year, month)];
    return times.map((time) => ({ time: Math.min(time, Date.now()), amount: Number(row[key]) }));
  });
}

import type { ItemValue } from '@kitroom/collection-client';
import { countOf, showDate, showMoney } from './format.ts';

const WIDTH = 320;
const HEIGHT = 80;
const MARGIN = 6;

/**
 * How an estimated value changed, as a line. A list for screen readers and for those who want the numbers. It has its
 * height before the values are there.
 */
export function ValueChart({ values = [] }: { values: readonly ItemValue[] | undefined }) {
  return (
    <section className="value-chart" aria-labelledby="values">
      <h2 id="values">Value over time</h2>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
        {toLines(values).map((points) => (
          <polyline key={points} points={points} />
        ))}
      </svg>
      <details>
        <summary>{values.length === 0 ? 'Loading …' : countOf(values.length, 'value')}</summary>
        <ol>
          {values.map(({ changed_at: at, estimated_value: value }) => (
            <li key={at}>{`${showDate(at)}: ${value ? showMoney(value) : 'removed'}`}</li>
          ))}
        </ol>
      </details>
    </section>
  );
}

/** A line for each stretch with a value in one currency; it is level between changes and ends today. */
function toLines(values: readonly ItemValue[]): string[] {
  const start = Date.parse(values[0]?.changed_at ?? '');
  const end = Date.now();
  const most = Math.max(1, ...values.map(({ estimated_value: value }) => Number(value?.amount ?? 0)));
  const x = (time: number) => MARGIN + ((time - start) / Math.max(1, end - start)) * (WIDTH - 2 * MARGIN);
  const y = (amount: number) => HEIGHT - MARGIN - (amount / most) * (HEIGHT - 2 * MARGIN);
  const lines: string[][] = [];
  let currency: string | undefined;
  values.forEach(({ estimated_value: value, changed_at: at }, index) => {
    const until = Date.parse(values[index + 1]?.changed_at ?? new Date(end).toISOString());
    if (!value || value.currency !== currency) lines.push([]);
    currency = value?.currency;
    if (value) {
      const height = y(Number(value.amount));
      lines.at(-1)?.push(`${x(Date.parse(at))},${height}`, `${x(until)},${height}`);
    }
  });
  return lines.filter((points) => points.length > 0).map((points) => points.join(' '));
}

import type { ItemValue } from '@kitroom/collection-client';
import { countOf, showDate, showMoney } from './format.ts';
import { LineChart, type Point } from './line-chart.tsx';

interface ValueChartProps {
  /** Oldest first; undefined until they have been read. */
  values: readonly ItemValue[] | undefined;
}

/**
 * How an estimated value changed, as a line. A list for screen readers and for those who want the numbers. It
 * has its height before the values are there.
 */
export function ValueChart({ values = [] }: ValueChartProps) {
  return (
    <section className="value-chart" aria-labelledby="values">
      <h2 id="values">Value over time</h2>
      <LineChart lines={toStretches(toLevels(values)).map((points) => ({ points }))} />
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

/** A value, from one change to the next or until today. */
interface Level {
  from: number;
  until: number;
  amount: number;
  currency: string;
}

function toLevels(values: readonly ItemValue[]): Level[] {
  return values.flatMap(({ estimated_value: value, changed_at: at }, index) => {
    const until = Date.parse(values[index + 1]?.changed_at ?? new Date().toISOString());
    return value ? [{ ...value, from: Date.parse(at), until, amount: Number(value.amount) }] : [];
  });
}

/** The points of a line for each stretch with a value in one currency. */
function toStretches(levels: readonly Level[]): Point[][] {
  const stretches: Point[][] = [];
  let last: Level | undefined;
  for (const level of levels) {
    if (last?.until !== level.from || last.currency !== level.currency) stretches.push([]);
    stretches.at(-1)?.push({ ...level, time: level.from }, { ...level, time: level.until });
    last = level;
  }
  return stretches;
}

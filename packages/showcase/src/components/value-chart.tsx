import type { ItemValue } from '@kitroom/collection-client';
import { countOf, showDate, showMoney } from './format.ts';
import { LineChart, type Point } from './line-chart.tsx';

interface ValueChartProps {
  /** Oldest first. Undefined while loading. */
  values: readonly ItemValue[] | undefined;
}

/**
 * The history of an estimated value as a line, and as a list for screen readers and exact numbers. The chart
 * has its final height while the values are loading.
 */
export function ValueChart({ values = [] }: ValueChartProps) {
  return (
    <section className="value-chart" aria-labelledby="values">
      <h2 id="values">Value over time</h2>
      <LineChart lines={toSegments(toLevels(values)).map((points) => ({ points }))} />
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

/** A value from one change to the next, or until today. */
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

/** The points of each uninterrupted line: a change of currency or a removed value starts a new one. */
function toSegments(levels: readonly Level[]): Point[][] {
  const segments: Point[][] = [];
  let last: Level | undefined;
  for (const level of levels) {
    if (last?.until !== level.from || last.currency !== level.currency) segments.push([]);
    segments.at(-1)?.push({ ...level, time: level.from }, { ...level, time: level.until });
    last = level;
  }
  return segments;
}

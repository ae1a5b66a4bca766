import type { ItemValue } from '@kitroom/collection-client';
import { scaleLinear, scaleTime } from 'd3-scale';
import { line } from 'd3-shape';
import { countOf, showDate, showMoney } from './format.ts';

const WIDTH = 320;
const HEIGHT = 110;
/** Room for the labels of the axes. */
const LEFT = 34;
const BOTTOM = 18;
const MARGIN = 6;

interface ValueChartProps {
  /** Oldest first; undefined until they have been read. */
  values: readonly ItemValue[] | undefined;
}

/**
 * How an estimated value changed, as a line. A list for screen readers and for those who want the numbers. It has its
 * height before the values are there.
 */
export function ValueChart({ values = [] }: ValueChartProps) {
  return (
    <section className="value-chart" aria-labelledby="values">
      <h2 id="values">Value over time</h2>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
        {values.length > 0 && <Plot values={values} />}
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

function Plot({ values }: { values: readonly ItemValue[] }) {
  const levels = toLevels(values);
  const amounts = levels.map(({ amount }) => amount);
  const x = scaleTime()
    .domain([Date.parse(values[0]?.changed_at ?? ''), Date.now()])
    .range([LEFT, WIDTH - MARGIN]);
  const y = scaleLinear()
    .domain([0, Math.max(1, ...amounts)])
    .nice(3)
    .range([HEIGHT - BOTTOM, MARGIN]);
  const toPath = line<Point>(
    ({ time }) => x(time),
    ({ amount }) => y(amount),
  );
  return (
    <>
      {y.ticks(3).map((amount) => (
        <g key={amount} transform={`translate(0 ${y(amount)})`}>
          <line x1={LEFT} x2={WIDTH - MARGIN} />
          <text x={LEFT - 6} dy="0.32em" textAnchor="end">
            {y.tickFormat(3, 's')(amount)}
          </text>
        </g>
      ))}
      <text x={LEFT} y={HEIGHT - 4}>
        {showDate(values[0]?.changed_at ?? '')}
      </text>
      <text x={WIDTH - MARGIN} y={HEIGHT - 4} textAnchor="end">
        Today
      </text>
      {toStretches(levels).map((points) => (
        <path key={points[0]?.time} d={toPath(points) ?? ''} />
      ))}
    </>
  );
}

interface Point {
  /** In milliseconds since the epoch. */
  time: number;
  amount: number;
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

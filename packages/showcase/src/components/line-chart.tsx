import { scaleLinear, scaleTime } from 'd3-scale';
import { line } from 'd3-shape';
import { showDate } from './format.ts';

const WIDTH = 320;
/** Space for the labels of the axes. */
const LEFT = 34;
const BOTTOM = 18;
const MARGIN = 6;

export interface Point {
  /** In milliseconds since the epoch. */
  time: number;
  amount: number;
}

interface LineChartProps {
  /** Points are sorted oldest first. Without lines, the chart is empty but keeps its size. */
  lines: ReadonlyArray<{ className?: string; points: readonly Point[] }>;
  /** In units of which the width has 320. */
  height?: number;
}

/**
 * A chart of amounts from the first point until today, with an axis that starts at 0. Hidden from screen
 * readers, for which the numbers must be available elsewhere.
 */
export function LineChart({ lines, height = 110 }: LineChartProps) {
  return (
    <svg className="line-chart" viewBox={`0 0 ${WIDTH} ${height}`} aria-hidden="true">
      {lines.some(({ points }) => points.length > 0) && <Plot lines={lines} height={height} />}
    </svg>
  );
}

function Plot({ lines, height }: Required<LineChartProps>) {
  const points = lines.flatMap((plotted) => plotted.points);
  const first = Math.min(...points.map(({ time }) => time));
  const x = scaleTime()
    .domain([first, Date.now()])
    .range([LEFT, WIDTH - MARGIN]);
  const y = scaleLinear()
    .domain([0, Math.max(1, ...points.map(({ amount }) => amount))])
    .nice(3)
    .range([height - BOTTOM, MARGIN]);
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
      <text x={LEFT} y={height - 4}>
        {showDate(new Date(first).toISOString())}
      </text>
      <text x={WIDTH - MARGIN} y={height - 4} textAnchor="end">
        Today
      </text>
      {lines.map(({ className, points: linePoints }) => (
        <path
          key={`${className} ${linePoints[0]?.time}`}
          className={className}
          d={toPath(linePoints) ?? ''}
        />
      ))}
    </>
  );
}

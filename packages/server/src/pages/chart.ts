import { html, type Html } from './html.ts';

/** A small chart: one bar for each value, in order of time. */
export interface Chart {
  label: string;
  values: readonly number[];
  /** What the values are of: `the last 60 minutes`. */
  span: string;
  /** Default: the sum of the values. */
  figure?: string;
  tone?: 'bad';
}

const WIDTH = 240;
const HEIGHT = 40;
/** Of a value that is not 0, so that it can be seen beside large ones. */
const BAR_MIN = 2;

/** Small charts side by side. Their figures say in words what the bars show. */
export function charts(all: readonly Chart[]): Html {
  return html`<ul class="charts">
    ${all.map(
      (chart) =>
        html`<li>
          <strong>${chart.figure ?? sum(chart.values).toLocaleString('en')}</strong> ${chart.label}
          ${bars(chart)}
          <span class="quiet">${chart.span}</span>
        </li>`,
    )}
  </ul>`;
}

function bars({ label, values, span, tone }: Chart): Html {
  const most = Math.max(...values, 1);
  const step = WIDTH / values.length;
  const describe = `${label}, ${span}: at most ${Math.max(...values, 0).toLocaleString('en')}`;
  return html`<svg
    viewBox="0 0 ${WIDTH} ${HEIGHT}"
    role="img"
    aria-label="${describe}"
    preserveAspectRatio="none"
  >
    ${values.map((value, index) => {
      const height = value === 0 ? 0 : Math.max(BAR_MIN, (value / most) * HEIGHT);
      return html`<rect
        class="${tone ?? ''}"
        x="${(index * step).toFixed(2)}"
        y="${(HEIGHT - height).toFixed(2)}"
        width="${(step * 0.8).toFixed(2)}"
        height="${height.toFixed(2)}"
      />`;
    })}
  </svg>`;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

import type { Database } from '../database/database.ts';
import { countRows } from '../database/query-parts.ts';
import { countJobs, type AdminJob } from '../jobs/admin-job-queries.ts';
import { html, type Html } from '../pages/html.ts';
import type { Page } from '../pages/layout.ts';
import type { PageRoute } from '../pages/page-router.ts';
import { ADMIN_ROOT, listHref, nounOf, type Nouns } from '../pages/resource.ts';
import { RECENT_MINUTES, type RecentRequests } from '../telemetry/metrics.ts';
import { auditTable, type AuditView } from './audit-pages.ts';
import { listAuditRows, readGrowth, type AuditRow, type GrowthSource } from './audit-queries.ts';

/** Number of audit log entries on the start page. */
const NEWEST = 8;

/** Contents of the start page of an admin interface. */
export interface Overview<Row extends AuditRow> {
  recent: RecentRequests;
  /** The lists whose tables are counted. */
  figures: ReadonlyArray<Nouns & { path: string; table: string }>;
  /** Charts of the rows added or changed on each of the last days. */
  growth: ReadonlyArray<GrowthSource & Nouns>;
  /** Whether there is a list of jobs. */
  hasJobs?: boolean;
  view: AuditView<Row>;
  /** The kind of record whose audit log entries are left out. */
  except: string;
}

/** The start page: the number of records, charts, the state of the queue, and the latest changes. */
export function overviewRoute<Row extends AuditRow, Visitor>(
  db: Database,
  overview: Overview<Row>,
): PageRoute<Visitor> {
  return { method: 'GET', path: '/', handle: () => overviewPage(db, overview) };
}

async function overviewPage<Row extends AuditRow>(db: Database, overview: Overview<Row>): Promise<Page> {
  const { figures, view, except, hasJobs = false } = overview;
  const changes = await listAuditRows<Row>(db, { except }, NEWEST);
  const jobs = await countJobs(db);
  return {
    title: 'Overview',
    body: html`<ul class="figures">
        ${await Promise.all(
          figures.map(async (figure) => {
            const count = await countRows(db(figure.table));
            return html`<li>
              <a href="${listHref(figure)}"
                ><strong>${count.toLocaleString('en')}</strong> ${nounOf(figure, count)}</a
              >
            </li>`;
          }),
        )}
      </ul>
      <h2>Operation</h2>
      ${charts(await listCharts(db, overview))}
      <p>Queue: ${showQueue(jobs)} ${hasJobs && html`<a href="${ADMIN_ROOT}/jobs">All jobs</a>`}</p>
      <h2>Latest changes made on these pages</h2>
      ${auditTable(changes, view)}
      ${changes.length > 0 && html`<p><a href="${ADMIN_ROOT}/audit-log">All changes</a></p>`}`,
  };
}

async function listCharts<Row extends AuditRow>(
  db: Database,
  { recent, growth }: Overview<Row>,
): Promise<Chart[]> {
  const minutes = recent.read();
  const span = `the last ${RECENT_MINUTES} minutes, this process`;
  const grown = growth.map(async ({ singular, plural, ...source }) => {
    const values = await readGrowth(db, source);
    return { singular, plural, values, span: `the last ${values.length} days` };
  });
  return [
    { singular: 'request', plural: 'requests', values: minutes.map(({ requests }) => requests), span },
    { singular: 'error', plural: 'errors', values: minutes.map(({ errors }) => errors), span, tone: 'bad' },
    ...(await Promise.all(grown)),
  ];
}

const TONES = { failed: 'bad', running: '', waiting: '', planned: 'idle' } as const;

function showQueue(jobs: Readonly<Record<AdminJob['state'], number>>): Html {
  const states = Object.entries(TONES) as Array<[AdminJob['state'], string]>;
  return html`${states.map(
    ([state, tone]) =>
      html`<span class="tag ${jobs[state] > 0 ? tone : 'idle'}"
        >${jobs[state].toLocaleString('en')} ${state}</span
      > `,
  )}`;
}

/** A small chart: one bar for each value, in order of time. */
interface Chart extends Nouns {
  values: readonly number[];
  /** The period that the values cover: `the last 60 minutes`. */
  span: string;
  tone?: 'bad';
}

const WIDTH = 240;
const HEIGHT = 40;
/** Minimum height of a bar that is not 0, so that it is visible next to large ones. */
const BAR_MIN = 2;

/** Small charts side by side, each with its total as text. */
function charts(all: readonly Chart[]): Html {
  return html`<ul class="charts">
    ${all.map((chart) => {
      const total = sum(chart.values);
      return html`<li>
        <strong>${total.toLocaleString('en')}</strong> ${nounOf(chart, total)} ${bars(chart)}
        <span class="quiet">${chart.span}</span>
      </li>`;
    })}
  </ul>`;
}

function bars({ plural, values, span, tone }: Chart): Html {
  const most = Math.max(...values, 1);
  const step = WIDTH / values.length;
  const describe = `${plural}, ${span}: at most ${Math.max(...values, 0).toLocaleString('en')}`;
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

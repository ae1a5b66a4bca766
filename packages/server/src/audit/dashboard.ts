import type { AdminJob } from '../jobs/admin-job-queries.ts';
import { charts, type Chart } from '../pages/chart.ts';
import { html, type Html } from '../pages/html.ts';
import { RECENT_MINUTES, type RecentRequests } from '../telemetry/recent-requests.ts';

/** What the start page of an admin interface shows besides counts. */
export interface Dashboard {
  recent: RecentRequests;
  /** The number of jobs in each state, and where they are listed. */
  jobs: Readonly<Record<AdminJob['state'], number>>;
  jobsPath?: string;
  /** What was added or changed on each of the last days, oldest first. */
  growth: ReadonlyArray<{ label: string; days: readonly number[] }>;
}

/** The charts of a dashboard, and the state of the queue. */
export function showDashboard({ recent, jobs, jobsPath, growth }: Dashboard): Html {
  const minutes = recent.read();
  const span = `the last ${RECENT_MINUTES} minutes, this process`;
  const all: Chart[] = [
    { label: 'requests', values: minutes.map(({ requests }) => requests), span },
    { label: 'errors', values: minutes.map(({ errors }) => errors), span, tone: 'bad' },
    ...growth.map(({ label, days }) => ({ label, values: days, span: `the last ${days.length} days` })),
  ];
  const state = (name: AdminJob['state'], tone: string) =>
    html`<span class="tag ${jobs[name] > 0 ? tone : 'idle'}"
      >${jobs[name].toLocaleString('en')} ${name}</span
    >`;
  return html`<h2>Operation</h2>
    ${charts(all)}
    <p>
      Queue: ${state('failed', 'bad')} ${state('running', '')} ${state('waiting', '')}
      ${state('planned', 'idle')} ${jobsPath !== undefined && html`<a href="${jobsPath}">All jobs</a>`}
    </p>`;
}

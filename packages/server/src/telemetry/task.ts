import { AsyncLocalStorage } from 'node:async_hooks';
import { nameOf, type SpanPlan, type TraceSpan } from './tracing-span.ts';

/** What is being worked on: a request, or a run of a job. */
export interface Task {
  /** The request's id, or the run's own: it stands in every line of the log and goes along to other services. */
  id: string;
  /** The kind of the job; undefined for a request. */
  job?: string;
  /** The innermost span under way; undefined where nothing is traced. */
  span?: TraceSpan | undefined;
}

const tasks = new AsyncLocalStorage<Task>();

/** Does something for a task: whatever happens below finds it by `currentTask`, however deep. */
export function runTask<T>(task: Task, work: () => T): T {
  return tasks.run(task, work);
}

/** The task that is being worked on here; undefined outside of requests and jobs. */
export function currentTask(): Task | undefined {
  return tasks.getStore();
}

/**
 * Does a piece of the current task's work as a span of its own; where nothing is traced it just does it. `failureOf`
 * names a failure in a word.
 */
export async function inSpan<T>(
  plan: () => SpanPlan,
  work: (span: TraceSpan | undefined) => Promise<T>,
  failureOf: (error: unknown) => string = nameOf,
): Promise<T> {
  const task = currentTask();
  if (!task?.span) return work(undefined);
  const span = task.span.begin(plan());
  try {
    return await runTask({ ...task, span }, () => work(span));
  } catch (error) {
    span.fail(failureOf(error));
    throw error;
  } finally {
    span.end();
  }
}

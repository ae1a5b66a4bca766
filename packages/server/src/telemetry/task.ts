import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span } from '@opentelemetry/api';

/** A request or a job run. */
export interface Task {
  /** The request's or run's id, which is added to each log line and sent to other services. */
  id: string;
  /** The kind of job; undefined for a request. */
  job?: string;
  /** The user who sent the request, once that is known. */
  userId?: number | undefined;
  /** How long the request has waited for other requests of its user, in milliseconds. */
  waitedMs?: number;
  /** The innermost active span; undefined if tracing is off. */
  span?: Span | undefined;
}

const tasks = new AsyncLocalStorage<Task>();

/** Runs a function as a task, which `currentTask` returns anywhere inside it. */
export function runTask<T>(task: Task, work: () => T): T {
  return tasks.run(task, work);
}

/** The current task; undefined outside of requests and jobs. */
export function currentTask(): Task | undefined {
  return tasks.getStore();
}

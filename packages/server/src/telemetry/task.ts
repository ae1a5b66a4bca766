import { AsyncLocalStorage } from 'node:async_hooks';

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
  span?: TraceSpan | undefined;
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

/**
 * Runs part of the current task in a span of its own, if tracing is on. `failureOf` classifies an error in a
 * word.
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

/** Span attributes, with OpenTelemetry's names. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** The name and initial attributes of a new span, of a call to another service. */
export interface SpanPlan {
  name: string;
  attributes: SpanAttributes;
}

/** An active span. */
export interface TraceSpan {
  traceId: string;
  spanId: string;
  /** `traceparent` and `tracestate` headers that propagate the trace to another service. */
  headers: () => Record<string, string>;
  /** Starts a child span. */
  begin(plan: SpanPlan): TraceSpan;
  setAttributes(attributes: SpanAttributes): void;
  /** Marks the span as failed. `type` must have few distinct values: a status, a code, an error's name. */
  fail(type: string): void;
  end(): void;
}

export function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : 'unknown';
}

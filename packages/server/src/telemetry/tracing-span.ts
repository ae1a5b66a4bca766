import { currentTask, runTask } from './request-context.ts';

/** What a span tells, under OpenTelemetry's names. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** What a new span is called, which side of a call it is, and what it tells from its beginning. */
export interface SpanPlan {
  name: string;
  kind: 'client' | 'internal';
  attributes: SpanAttributes;
}

/** A span under way: a piece of work with a beginning and an end. */
export interface TraceSpan {
  traceId: string;
  spanId: string;
  /** `traceparent` and `tracestate` for another service, whose work becomes part of the trace. */
  headers: () => Record<string, string>;
  /** Begins a piece of this piece. */
  begin(plan: SpanPlan): TraceSpan;
  tell(attributes: SpanAttributes): void;
  /** Marks it as failed. `type` is of few values: a status, a code, an error's name. */
  fail(type: string): void;
  end(): void;
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

/** What an error is called. */
export function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : 'unknown';
}

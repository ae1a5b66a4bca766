import { AsyncLocalStorage } from 'node:async_hooks';
import {
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Span,
  type SpanOptions,
} from '@opentelemetry/api';

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

/** Headers, or stored trace headers. */
type Carrier = Readonly<Record<string, string | string[] | undefined>>;

/** The name and attributes of an outgoing call, with OpenTelemetry's names. */
interface Call {
  name: string;
  attributes: Attributes;
}

const tracer = trace.getTracer('kitroom');

/** Starts the span of a request, as part of the client's trace if the headers contain one. */
export function beginRequest(name: string, headers: Carrier): Span | undefined {
  return begin(name, { kind: SpanKind.SERVER }, propagation.extract(ROOT_CONTEXT, headers));
}

/** Starts the trace of a job run, linked to the span that queued the job. */
export function beginJob(name: string, queuedBy: Carrier): Span | undefined {
  const context = trace.getSpanContext(propagation.extract(ROOT_CONTEXT, queuedBy));
  const attributes = {
    'messaging.system': 'agenda',
    'messaging.operation.name': 'process',
    'messaging.operation.type': 'process',
    'messaging.destination.name': name,
  };
  const links = context ? [{ context }] : [];
  return begin(`process ${name}`, { kind: SpanKind.CONSUMER, attributes, links }, ROOT_CONTEXT);
}

/** Starts the span of a call within the current task, if the task is traced. */
export function beginCall(describe: () => Call): Span | undefined {
  const parent = currentTask()?.span;
  if (!parent) return undefined;
  const { name, attributes } = describe();
  return begin(name, { kind: SpanKind.CLIENT, attributes }, trace.setSpan(ROOT_CONTEXT, parent));
}

/** Undefined if tracing is off: OpenTelemetry's API then returns a span without ids. */
function begin(name: string, options: SpanOptions, parent: typeof ROOT_CONTEXT): Span | undefined {
  const span = tracer.startSpan(name, options, parent);
  return trace.isSpanContextValid(span.spanContext()) ? span : undefined;
}

/** Runs a call in its own span, if the task is traced. `failureOf` classifies an error in a word. */
export async function inSpan<T>(
  describe: () => Call,
  work: (span: Span | undefined) => Promise<T>,
  failureOf: (error: unknown) => string = nameOf,
): Promise<T> {
  const [task, span] = [currentTask(), beginCall(describe)];
  if (!task || !span) return work(undefined);
  try {
    return await runTask({ ...task, span }, () => work(span));
  } catch (error) {
    failSpan(span, failureOf(error));
    throw error;
  } finally {
    span.end();
  }
}

/** Marks a span as failed. `type` must have few distinct values: a status, a code, an error's name. */
export function failSpan(span: Span, type: string): void {
  span.setAttribute('error.type', type).setStatus({ code: SpanStatusCode.ERROR });
}

/** `traceparent` and `tracestate` headers that propagate the trace of a span, if there is one. */
export function traceHeaders(span: Span | undefined): Record<string, string> {
  const headers: Record<string, string> = {};
  if (span) propagation.inject(trace.setSpan(ROOT_CONTEXT, span), headers);
  return headers;
}

export function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : 'unknown';
}

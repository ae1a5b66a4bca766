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

/** What an error is called. */
export function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : 'unknown';
}

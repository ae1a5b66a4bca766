/** Span attributes, with OpenTelemetry's names. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** The name, kind and initial attributes of a new span. */
export interface SpanPlan {
  name: string;
  kind: 'client' | 'internal';
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

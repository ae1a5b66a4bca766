import { openLocalServer, type LocalServer, type Reply } from '@kitroom/testing/local-server';

/** A span as a trace receiver receives it. */
export interface ReceivedSpan {
  service: string;
  name: string;
  kind: number;
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  attributes: Record<string, unknown>;
  /** Trace ids of linked spans. */
  links: string[];
  isFailed: boolean;
}

/** Span kinds in OTLP. */
export const KIND = { internal: 1, server: 2, client: 3, consumer: 5 } as const;

/** A local HTTP server that receives OTLP and keeps the spans. */
export interface TraceReceiver extends LocalServer {
  /** The spans received so far. Only JSON requests are parsed. */
  spans(): ReceivedSpan[];
}

const accept: Reply = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
};

/** Opens a receiver on this machine. By default it accepts everything. */
export async function openTraceReceiver(reply: Reply = accept): Promise<TraceReceiver> {
  const server = await openLocalServer(reply);
  return { ...server, spans: () => server.seen.flatMap(({ body }) => readSpans(body)) };
}

/** Environment variables that make a service send its traces there without delay. */
export function tracingEnv({ baseUrl }: { baseUrl: string }): Record<string, string> {
  return {
    OTEL_EXPORTER_OTLP_ENDPOINT: baseUrl,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_BSP_SCHEDULE_DELAY: '100',
  };
}

interface Attribute {
  key: string;
  value: Record<string, unknown>;
}

interface WireSpan {
  name: string;
  kind: number;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes?: Attribute[];
  links?: Array<{ traceId: string }>;
  status?: { code?: number };
}

interface WireTraces {
  resourceSpans: Array<{
    resource: { attributes: Attribute[] };
    scopeSpans: Array<{ spans: WireSpan[] }>;
  }>;
}

const FAILED = 2;

function readSpans(body: string): ReceivedSpan[] {
  if (!body.startsWith('{')) return [];
  const { resourceSpans } = JSON.parse(body) as WireTraces;
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = String(toRecord(resource.attributes)['service.name']);
    return scopeSpans.flatMap(({ spans }) => spans.map((span) => toSpan(span, service)));
  });
}

function toSpan(span: WireSpan, service: string): ReceivedSpan {
  const { name, kind, traceId, spanId, parentSpanId, attributes = [], links = [], status } = span;
  return {
    service,
    name,
    kind,
    traceId,
    spanId,
    parentSpanId: parentSpanId || undefined,
    attributes: toRecord(attributes),
    links: links.map((link) => link.traceId),
    isFailed: status?.code === FAILED,
  };
}

function toRecord(attributes: Attribute[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}

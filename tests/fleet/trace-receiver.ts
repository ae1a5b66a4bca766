import { openLocalServer, type LocalServer, type Reply } from '@kitroom/testing/local-server';

/** A span as a receiver of traces gets it. */
export interface ReceivedSpan {
  service: string;
  name: string;
  kind: number;
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  attributes: Record<string, unknown>;
  /** The trace ids of spans that it is linked to. */
  links: string[];
  isFailed: boolean;
}

/** OpenTelemetry's numbers of the sides of a call. */
export const KIND = { internal: 1, server: 2, client: 3, consumer: 5 } as const;

/** A real receiver of OTLP over HTTP, and what it got. */
export interface TraceReceiver extends LocalServer {
  /** The spans that have arrived so far; only of what was sent as JSON. */
  spans(): ReceivedSpan[];
}

const accept: Reply = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
};

/** Opens a receiver on this machine that takes everything, unless it is told what else to do. */
export async function openTraceReceiver(reply: Reply = accept): Promise<TraceReceiver> {
  const server = await openLocalServer(reply);
  return { ...server, spans: () => server.seen.flatMap(({ body }) => readSpans(body)) };
}

/** The variables with which a service sends its traces there, as soon as they are. */
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

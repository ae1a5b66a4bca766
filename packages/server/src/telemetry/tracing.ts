import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Attributes, Context, Span } from '@opentelemetry/api';
import type { ReadableSpan, Sampler, SpanExporter } from '@opentelemetry/sdk-trace';
import type { Logger } from './logger.ts';
import type { SpanAttributes, SpanPlan, TraceSpan } from './task.ts';
import { receiverOf, type TracingConfig } from './tracing-variables.ts';

/** Starts traces and exports them in the background. */
export interface Tracing {
  /** Starts the span of a request, as part of the client's trace if the headers contain one. */
  beginRequest(method: string, attributes: SpanAttributes, headers: Carrier): RequestSpan;
  /** Starts the trace of a job run, linked to the span that queued the job. */
  beginJob(name: string, enqueuedBy: Carrier): TraceSpan;
  /** Exports pending spans, for at most two seconds. */
  close(): Promise<void>;
}

/** The span of a request, whose route is set after routing. */
export interface RequestSpan extends TraceSpan {
  rename(name: string): void;
}

/** Headers, or stored trace headers. */
type Carrier = Readonly<Record<string, string | string[] | undefined>>;

const CLOSE_MS = 2000;
const EXPORT_TIMEOUT_MS = 10_000;
const SEND_EVERY_MS = 5000;
/** The maximum length of exported statements and URLs. */
const VALUE_LENGTH_MAX = 4096;
const DEFAULT_PROTOCOL = 'http/protobuf';

/**
 * Sets up OpenTelemetry traces over OTLP/HTTP; undefined if no receiver is configured, in which case the SDK
 * is not loaded. If the receiver is unavailable, spans wait in a bounded queue and are then dropped.
 */
export function openTracing(
  config: TracingConfig,
  { service, log }: { service: string; log: Logger },
): Tracing | undefined {
  const url = receiverOf(config);
  if (url === undefined) return undefined;
  const { api, core, sdk, resources } = loadOpenTelemetry();
  const exporter = logFailures(createExporter(config, url), log);
  const provider = new sdk.TracerProvider({
    resource: resources.defaultResource().merge(resources.resourceFromAttributes(describe(config, service))),
    sampler: createSampler(config, sdk),
    spanLimits: { attributeValueLengthLimit: VALUE_LENGTH_MAX },
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        exporter,
        scheduledDelayMillis: config.OTEL_BSP_SCHEDULE_DELAY ?? SEND_EVERY_MS,
      }),
    ],
  });
  const propagator = new core.W3CTraceContextPropagator();
  const tracer = provider.getTracer('kitroom');
  const read = (carrier: Carrier) => propagator.extract(api.ROOT_CONTEXT, carrier, api.defaultTextMapGetter);

  function wrap(span: Span): RequestSpan {
    const { traceId, spanId } = span.spanContext();
    const context = api.trace.setSpan(api.ROOT_CONTEXT, span);
    return {
      traceId,
      spanId,
      headers: () => {
        const headers: Record<string, string> = {};
        propagator.inject(context, headers, api.defaultTextMapSetter);
        return headers;
      },
      begin: (plan) => wrap(startChild(plan, context)),
      setAttributes: (attributes) => void span.setAttributes(toAttributes(attributes)),
      rename: (name) => void span.updateName(name),
      fail: (type) => {
        span.setAttribute('error.type', type);
        span.setStatus({ code: api.SpanStatusCode.ERROR });
      },
      end: () => span.end(),
    };
  }

  function startChild({ name, attributes }: SpanPlan, context: Context): Span {
    return tracer.startSpan(
      name,
      { kind: api.SpanKind.CLIENT, attributes: toAttributes(attributes) },
      context,
    );
  }

  return {
    beginRequest(method, attributes, headers) {
      const options = { kind: api.SpanKind.SERVER, attributes: toAttributes(attributes) };
      return wrap(tracer.startSpan(method, options, read(headers)));
    },
    beginJob(name, enqueuedBy) {
      const cause = api.trace.getSpanContext(read(enqueuedBy));
      const attributes = {
        'messaging.system': 'agenda',
        'messaging.operation.name': 'process',
        'messaging.operation.type': 'process',
        'messaging.destination.name': name,
      };
      const links = cause ? [{ context: cause }] : [];
      const options = { kind: api.SpanKind.CONSUMER, attributes, links, root: true };
      return wrap(tracer.startSpan(`process ${name}`, options, api.ROOT_CONTEXT));
    },
    async close() {
      const closed = provider.shutdown().catch((error: unknown) => {
        log.debug({ err: error }, 'could not export the last traces');
      });
      await Promise.race([closed, sleep(CLOSE_MS, undefined, { ref: false })]);
    },
  };
}

/** Loaded on demand, so that processes without tracing do not need it. */
function loadOpenTelemetry() {
  return {
    api: load('@opentelemetry/api') as typeof import('@opentelemetry/api'),
    core: load('@opentelemetry/core') as typeof import('@opentelemetry/core'),
    sdk: load('@opentelemetry/sdk-trace') as typeof import('@opentelemetry/sdk-trace'),
    resources: load('@opentelemetry/resources') as typeof import('@opentelemetry/resources'),
  };
}

const load: (name: string) => unknown = createRequire(import.meta.url);

function createExporter(config: TracingConfig, url: string): SpanExporter {
  const protocol = config.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL ?? config.OTEL_EXPORTER_OTLP_PROTOCOL;
  const name = (protocol ?? DEFAULT_PROTOCOL) === 'http/json' ? 'http' : 'proto';
  const { OTLPTraceExporter } = load(
    `@opentelemetry/exporter-trace-otlp-${name}`,
  ) as typeof import('@opentelemetry/exporter-trace-otlp-http');
  return new OTLPTraceExporter({
    url,
    headers: { ...config.OTEL_EXPORTER_OTLP_HEADERS, ...config.OTEL_EXPORTER_OTLP_TRACES_HEADERS },
    timeoutMillis: config.OTEL_EXPORTER_OTLP_TIMEOUT ?? EXPORT_TIMEOUT_MS,
  });
}

/** Logs when the receiver becomes unavailable and when it is back, not each batch. */
function logFailures(exporter: SpanExporter, log: Logger): SpanExporter {
  let isFailing = false;
  return {
    export(spans: ReadableSpan[], done) {
      exporter.export(spans, (result) => {
        if (result.error && !isFailing) {
          // The error's message may contain the receiver's URL.
          log.warn({ reason: result.error.name }, 'traces cannot be exported; continuing without them');
        }
        if (!result.error && isFailing) log.info('traces can be exported again');
        isFailing = result.error !== undefined;
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
  };
}

function describe(config: TracingConfig, service: string): Attributes {
  return {
    'service.instance.id': randomUUID(),
    'host.name': hostname(),
    'process.pid': process.pid,
    'service.name': service,
    ...config.OTEL_RESOURCE_ATTRIBUTES,
    ...(config.OTEL_SERVICE_NAME === undefined ? {} : { 'service.name': config.OTEL_SERVICE_NAME }),
  };
}

function createSampler(config: TracingConfig, sdk: typeof import('@opentelemetry/sdk-trace')): Sampler {
  const name = config.OTEL_TRACES_SAMPLER ?? 'parentbased_always_on';
  const rootName = name.replace('parentbased_', '');
  const root =
    rootName === 'traceidratio'
      ? new sdk.TraceIdRatioBasedSampler(config.OTEL_TRACES_SAMPLER_ARG ?? 1)
      : new (rootName === 'always_on' ? sdk.AlwaysOnSampler : sdk.AlwaysOffSampler)();
  return name === rootName ? root : new sdk.ParentBasedSampler({ root });
}

function toAttributes(attributes: SpanAttributes): Attributes {
  return Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined));
}

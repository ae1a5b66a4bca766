import { setTimeout as sleep } from 'node:timers/promises';
import { propagation, trace } from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import {
  defaultResource,
  detectResources,
  hostDetector,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceInstanceIdDetector,
  serviceNameEnvDetector,
} from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type Sampler,
  type SpanExporter,
} from '@opentelemetry/sdk-trace';
import type { Logger } from './logger.ts';
import type { TracingConfig } from './tracing-variables.ts';

const DETECTORS = [
  hostDetector,
  serviceInstanceIdDetector,
  resourceAttributesEnvDetector,
  serviceNameEnvDetector,
];
const CLOSE_MS = 2000;
/** The maximum length of exported statements and URLs. */
const VALUE_LENGTH_MAX = 4096;

/**
 * Registers OpenTelemetry's SDK for the process. The exporter and the detectors read their own variables. If
 * the receiver is unavailable, spans wait in a bounded queue and are then dropped. The returned function
 * exports pending spans, for at most two seconds.
 */
export async function startTracing(
  config: TracingConfig,
  { service, log }: { service: string; log: Logger },
): Promise<() => Promise<void>> {
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': service, 'process.pid': process.pid }))
      .merge(detectResources({ detectors: DETECTORS })),
    sampler: createSampler(config),
    spanLimits: { attributeValueLengthLimit: VALUE_LENGTH_MAX },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: logFailures(await createExporter(config), log),
        scheduledDelayMillis: config.OTEL_BSP_SCHEDULE_DELAY,
      }),
    ],
  });
  trace.setGlobalTracerProvider(provider);
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  return async () => {
    const ended = provider.shutdown().catch((error: unknown) => {
      log.debug({ err: error }, 'could not export the last traces');
    });
    await Promise.race([ended, sleep(CLOSE_MS, undefined, { ref: false })]);
  };
}

async function createExporter(config: TracingConfig): Promise<SpanExporter> {
  const protocol = config.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL ?? config.OTEL_EXPORTER_OTLP_PROTOCOL;
  const { OTLPTraceExporter } = await (protocol === 'http/json'
    ? import('@opentelemetry/exporter-trace-otlp-http')
    : import('@opentelemetry/exporter-trace-otlp-proto'));
  return new OTLPTraceExporter();
}

/** Logs when the receiver becomes unavailable and available again, not for each batch. */
function logFailures(exporter: SpanExporter, log: Logger): SpanExporter {
  let isFailing = false;
  return {
    export(spans, done) {
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

function createSampler({
  OTEL_TRACES_SAMPLER: name,
  OTEL_TRACES_SAMPLER_ARG: share,
}: TracingConfig): Sampler {
  const rootName = name.replace('parentbased_', '');
  const root =
    rootName === 'traceidratio'
      ? new TraceIdRatioBasedSampler(share)
      : new (rootName === 'always_on' ? AlwaysOnSampler : AlwaysOffSampler)();
  return name === rootName ? root : new ParentBasedSampler({ root });
}

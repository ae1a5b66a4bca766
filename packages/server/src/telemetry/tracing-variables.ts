import { unescape } from 'node:querystring';
import * as z from 'zod';

/** The first value of each list is OpenTelemetry's default. */
const SAMPLERS = [
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
  'always_on',
  'always_off',
  'traceidratio',
] as const;
const PROTOCOLS = ['http/protobuf', 'http/json'] as const;

const PAIR = String.raw`\s*[^\s=,;%]+=(?:[^,;%]|%[\da-fA-F]{2})*`;
const PAIRS = new RegExp(`^${PAIR}(,${PAIR})*$`);

/** A receiver's URL; secret, because it may contain a password. */
function receiverVariable(example: string) {
  return z
    .url({ protocol: /^https?$/ })
    .optional()
    .meta({ allowed: `an address such as ${example}`, secret: true });
}

/** `key=value,key=value`, percent-encoded where necessary. */
function pairsVariable(meta: z.GlobalMeta) {
  return (
    z
      .string()
      // Invalid UTF-8 is decoded to replacement characters.
      .refine((text) => PAIRS.test(text) && !unescape(text).includes('\uFFFD'))
      .optional()
      .meta(meta)
  );
}

/** One of several values, the first by default. */
function choiceVariable<const T extends readonly [string, ...string[]]>(choices: T) {
  return z
    .enum(choices)
    .default(choices[0])
    .meta({ allowed: choices.join(', ') });
}

function numberVariable(minimum: number, maximum: number, fallback: number) {
  return z.coerce
    .number()
    .min(minimum)
    .max(maximum)
    .default(fallback)
    .meta({ allowed: `a number from ${minimum} to ${maximum}` });
}

const headers = { allowed: 'pairs such as authorization=Bearer%20abc, separated by commas', secret: true };

/**
 * OpenTelemetry's variables for traces over OTLP/HTTP, see
 * https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/. The specification
 * ignores invalid values; here they prevent the start, like those of other variables.
 */
export const tracingVariables = {
  OTEL_SDK_DISABLED: z
    .stringbool({ truthy: ['true'], falsy: ['false'] })
    .default(false)
    .meta({ allowed: 'true or false' })
    .describe('tracing is off, whatever else is set'),
  OTEL_TRACES_EXPORTER: choiceVariable(['otlp', 'none']).describe('`none`: tracing is off'),
  OTEL_EXPORTER_OTLP_ENDPOINT: receiverVariable('http://collector:4318').meta({
    description: 'the trace receiver (OTLP over HTTP); `/v1/traces` is appended',
    fallback: 'none: tracing is off',
  }),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: receiverVariable('http://collector:4318/v1/traces').describe(
    'the trace receiver, as it is',
  ),
  OTEL_EXPORTER_OTLP_PROTOCOL: choiceVariable(PROTOCOLS).describe('how traces are sent'),
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: z
    .enum(PROTOCOLS)
    .optional()
    .meta({ allowed: PROTOCOLS.join(', '), description: 'the same, for traces alone' }),
  OTEL_EXPORTER_OTLP_HEADERS: pairsVariable(headers).describe('headers for the receiver'),
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: pairsVariable(headers).describe('the same, for traces alone'),
  OTEL_EXPORTER_OTLP_TIMEOUT: numberVariable(1, 600_000, 10_000).describe(
    'time-out of an export in milliseconds',
  ),
  OTEL_BSP_SCHEDULE_DELAY: numberVariable(1, 600_000, 5000).describe('milliseconds between two exports'),
  OTEL_SERVICE_NAME: z
    .string()
    .regex(/^\P{C}{1,200}$/u)
    .optional()
    .meta({
      allowed: 'a name of up to 200 characters',
      description: "the service's name in traces",
      fallback: '`kitroom-catalogue`, `kitroom-collection`',
    }),
  OTEL_RESOURCE_ATTRIBUTES: pairsVariable({
    allowed: 'pairs such as deployment.environment.name=production',
  }).describe('further attributes'),
  OTEL_TRACES_SAMPLER: choiceVariable(SAMPLERS).describe('which requests are traced'),
  OTEL_TRACES_SAMPLER_ARG: numberVariable(0, 1, 1).describe('the share of them, for samplers by ratio'),
};

export type TracingConfig = z.output<z.ZodObject<typeof tracingVariables>>;

/** Whether a receiver is configured, and tracing is not disabled. */
export function isTracingOn(config: TracingConfig): boolean {
  if (config.OTEL_SDK_DISABLED || config.OTEL_TRACES_EXPORTER === 'none') return false;
  return (config.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? config.OTEL_EXPORTER_OTLP_ENDPOINT) !== undefined;
}

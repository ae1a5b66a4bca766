import * as z from 'zod';

const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

const PROTOCOLS = ['http/protobuf', 'http/json'] as const;

const PAIR = /^[^\s=,;]+=[^,;]*$/;

/** A receiver's URL; secret, because it may contain a password. */
function receiverVariable(example: string) {
  return z
    .string()
    .refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol))
    .optional()
    .meta({ allowed: `an address such as ${example}`, secret: true });
}

/** `key=value,key=value`, percent-encoded where necessary. */
function pairsVariable(meta: z.GlobalMeta) {
  return z
    .string()
    .transform((text, context): Record<string, string> => {
      const pairs = text.split(',').map((pair) => pair.trim());
      const isReadable = pairs.every((pair) => PAIR.test(pair) && isDecodable(pair));
      if (!isReadable) {
        context.issues.push({ code: 'custom', input: text });
        return {};
      }
      return Object.fromEntries(pairs.map(toEntry));
    })
    .default({})
    .meta(meta);
}

function toEntry(pair: string): [string, string] {
  const at = pair.indexOf('=');
  return [pair.slice(0, at).trim(), decodeURIComponent(pair.slice(at + 1).trim())];
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    // The caller says what is allowed.
    return false;
  }
}

function choiceVariable<const T extends readonly string[]>(choices: T) {
  return z
    .enum(choices)
    .optional()
    .meta({ allowed: choices.join(', ') });
}

function numberVariable(minimum: number, maximum: number) {
  return z
    .string()
    .regex(/^\d+(\.\d+)?$/)
    .transform(Number)
    .pipe(z.number().min(minimum).max(maximum))
    .optional()
    .meta({ allowed: `a number from ${minimum} to ${maximum}` });
}

const headers = { allowed: 'pairs such as authorization=Bearer%20abc, separated by commas', secret: true };

/**
 * OpenTelemetry's variables for traces over OTLP/HTTP. Source: OpenTelemetry's specification of environment
 * variables, which ignores invalid values; here they prevent the start, like those of other variables.
 */
export const tracingVariables = {
  OTEL_SDK_DISABLED: z
    .stringbool({ truthy: ['true'], falsy: ['false'] })
    .default(false)
    .meta({ allowed: 'true or false' })
    .describe('tracing is off, whatever else is set'),
  OTEL_TRACES_EXPORTER: choiceVariable(['otlp', 'none']).meta({
    description: '`none`: tracing is off',
    fallback: '`otlp`',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: receiverVariable('http://collector:4318').meta({
    description: 'the trace receiver (OTLP over HTTP); `/v1/traces` is appended',
    fallback: 'none: tracing is off',
  }),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: receiverVariable('http://collector:4318/v1/traces').describe(
    'the trace receiver, as it is',
  ),
  OTEL_EXPORTER_OTLP_PROTOCOL: choiceVariable(PROTOCOLS).meta({
    description: 'how traces are sent',
    fallback: '`http/protobuf`',
  }),
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: choiceVariable(PROTOCOLS).describe('the same, for traces alone'),
  OTEL_EXPORTER_OTLP_HEADERS: pairsVariable(headers).describe('headers for the receiver'),
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: pairsVariable(headers).describe('the same, for traces alone'),
  OTEL_EXPORTER_OTLP_TIMEOUT: numberVariable(1, 600_000).meta({
    description: 'time-out of an export in milliseconds',
    fallback: '10000',
  }),
  OTEL_BSP_SCHEDULE_DELAY: numberVariable(1, 600_000).meta({
    description: 'milliseconds between two exports',
    fallback: '5000',
  }),
  OTEL_SERVICE_NAME: z
    .string()
    .regex(/^\P{C}{1,200}$/u)
    .optional()
    .meta({ allowed: 'a name of up to 200 characters' })
    .meta({
      description: "the service's name in traces",
      fallback: '`kitroom-catalogue`, `kitroom-collection`',
    }),
  OTEL_RESOURCE_ATTRIBUTES: pairsVariable({
    allowed: 'pairs such as deployment.environment.name=production',
  }).describe('further attributes'),
  OTEL_TRACES_SAMPLER: choiceVariable(SAMPLERS).meta({
    description: 'which requests are traced',
    fallback: '`parentbased_always_on`',
  }),
  OTEL_TRACES_SAMPLER_ARG: numberVariable(0, 1).meta({
    description: 'the share of them, for samplers by ratio',
    fallback: '1',
  }),
};

export type TracingConfig = z.output<z.ZodObject<typeof tracingVariables>>;

/** Where traces are sent; undefined if tracing is disabled or no receiver is configured. */
export function receiverOf(config: TracingConfig): string | undefined {
  if (config.OTEL_SDK_DISABLED || config.OTEL_TRACES_EXPORTER === 'none') return undefined;
  if (config.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) return config.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT;
  const base = config.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (base === undefined) return undefined;
  const url = new URL(base);
  url.pathname = `${url.pathname.replace(/\/$/, '')}/v1/traces`;
  return url.href;
}

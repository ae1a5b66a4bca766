import * as z from 'zod';
import { isNewField } from '@kitroom/shared';

export type JsonSchema = Record<string, unknown>;

/**
 * The JSON Schema of the input or output of a schema, for the OpenAPI document. Named schemas are in
 * `definitions`.
 */
export function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  return z.toJSONSchema(schema, {
    target: 'openapi-3.0',
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const meta = z.globalRegistry.get(zodSchema);
      const shown = meta?.openapi ?? (meta?.shownAs instanceof z.ZodType && toJsonSchema(meta.shownAs, io));
      if (meta && shown) {
        for (const key of Object.keys(jsonSchema)) delete jsonSchema[key as keyof typeof jsonSchema];
        Object.assign(jsonSchema, shown);
      }
      if (zodSchema instanceof z.ZodObject && io === 'output') requireNewFields(zodSchema, jsonSchema);
      delete jsonSchema['idOf'];
      if (zodSchema instanceof z.ZodDiscriminatedUnion) addDiscriminator(zodSchema, jsonSchema);
      omitImplicitBounds(jsonSchema);
    },
  }) as JsonSchema;
}

/** Maps each value of a union's discriminator to its schema; OpenAPI allows this for named schemas only. */
function addDiscriminator({ def }: z.ZodDiscriminatedUnion, schema: JsonSchema): void {
  const mapping = def.options.flatMap((option) => {
    if (!(option instanceof z.ZodObject)) return [];
    const { id } = z.globalRegistry.get(option) ?? {};
    const value: unknown = option.shape[def.discriminator];
    return id !== undefined && value instanceof z.ZodLiteral
      ? [[String(value.value), `#/definitions/${id}`]]
      : [];
  });
  if (mapping.length < def.options.length) return;
  schema['discriminator'] = { propertyName: def.discriminator, mapping: Object.fromEntries(mapping) };
}

/** Lists new fields as required: the service always sends them. */
function requireNewFields({ shape }: z.ZodObject, schema: JsonSchema): void {
  const required = (schema['required'] ?? []) as string[];
  const all = Object.entries(shape).filter(([name, field]) => required.includes(name) || isNewField(field));
  if (all.length > 0) schema['required'] = all.map(([name]) => name);
}

/** Removes constraints that zod adds implicitly: the range of a double, the pattern of a date. */
function omitImplicitBounds(schema: JsonSchema): void {
  if (schema['minimum'] === Number.MIN_SAFE_INTEGER) delete schema['minimum'];
  if (schema['maximum'] === Number.MAX_SAFE_INTEGER) delete schema['maximum'];
  if (schema['format'] === 'date-time') delete schema['pattern'];
  // Newer versions may add fields.
  if (schema['additionalProperties'] === false) delete schema['additionalProperties'];
  delete schema['id'];
  delete schema['isLong'];
}

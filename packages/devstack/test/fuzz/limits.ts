import fc from 'fast-check';
import type { Content } from './drafts.ts';
import { inContent, type Mutation } from './mutation.ts';
import type { Schema } from './operations.ts';

/** What either service reads of a JSON body. */
const BODY_BYTES_MAX = 1024 * 1024;
/** Deeper than any program writes, up to what overflows the stack of whoever follows it by recursion. */
const DEPTHS = [20, 100, 1000, 10_000, 200_000];
const LONG = 900_000;

/** A field at a limit that its schema names, or one beyond. */
const limitOfField: fc.Arbitrary<Mutation> = fc
  .tuple(fc.nat(), fc.constantFrom(0, 1))
  .map(([pick, beyond]): Mutation => (draft) => {
    const schema = draft.operation.bodies.find(({ type }) => type === draft.body?.type)?.schema;
    const limited = Object.entries(schema?.properties ?? {}).flatMap(([name, property]) => {
      const value = valueAtLimit(property as Schema, beyond);
      return value === undefined ? [] : [{ [name]: value }];
    });
    const { body } = draft;
    if (!body || limited.length === 0 || typeof body.value !== 'object') return draft;
    return { ...draft, body: { ...body, value: { ...body.value, ...limited[pick % limited.length] } } };
  });

function valueAtLimit({ maxLength, maxItems, maximum }: Schema, beyond: number): unknown {
  if (maxLength !== undefined) return 'x'.repeat(maxLength + beyond);
  if (maxItems !== undefined) return Array.from({ length: maxItems + beyond }, (_each, index) => `x${index}`);
  return maximum === undefined ? undefined : maximum + beyond;
}

const deepField: fc.Arbitrary<Mutation> = fc
  .tuple(fc.nat(), fc.constantFrom(...DEPTHS), fc.constantFrom(['[', ']'] as const, ['{"a":', '}'] as const))
  .map(([pick, depth, [open, close]]) =>
    inContent((content) => setField(content, pick, `${open.repeat(depth)}1${close.repeat(depth)}`)),
  );

const longField: fc.Arbitrary<Mutation> = fc
  .nat()
  .map((pick) => inContent((content) => setField(content, pick, `"${'x'.repeat(LONG)}"`)));

/** As text: whoever wrote this as JSON would overflow the stack here. */
function setField(content: Content, pick: number, json: string): Content {
  const object = readObject(content.bytes);
  if (!object) return { ...content, bytes: Buffer.from(json) };
  const names = Object.keys(object);
  const name = names[pick % Math.max(names.length, 1)] ?? 'name';
  const { [name]: _old, ...rest } = object;
  const fields = [JSON.stringify(rest).slice(1, -1), `${JSON.stringify(name)}:${json}`].filter(Boolean);
  return { ...content, bytes: Buffer.from(`{${fields.join(',')}}`) };
}

function readObject(bytes: Buffer): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(bytes.toString());
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

/** JSON with spaces up to the limit of a body, or one byte more. */
const wholeBody: fc.Arbitrary<Mutation> = fc.constantFrom(0, 1).map((beyond) =>
  inContent((content) => {
    const padding = Math.max(BODY_BYTES_MAX + beyond - content.bytes.length, 0);
    return { ...content, bytes: Buffer.concat([content.bytes, Buffer.alloc(padding, ' ')]) };
  }),
);

/** Brings a JSON body to one of its limits, or beyond; large ones seldom, as they take their time. */
export const toLimit: fc.Arbitrary<Mutation> = fc.oneof(
  { weight: 10, arbitrary: limitOfField },
  { weight: 5, arbitrary: deepField },
  { weight: 1, arbitrary: longField },
  { weight: 1, arbitrary: wholeBody },
);

import fc from 'fast-check';
import { validDraft, type Content, type Draft } from './drafts.ts';
import { inContent } from './mutation.ts';
import type { Operation, Schema } from './operations.ts';

const JSON_TYPE = 'application/json';
/** What either service reads of a JSON body. */
const BODY_BYTES_MAX = 1024 * 1024;
/** Overflows the stack of whoever follows it by recursion. */
const DEPTH = 200_000;
const LONG = 900_000;

/**
 * Requests whose JSON body is at one of its limits or beyond: each field as the schema limits it, nested far
 * too deep and far too long, and the whole body. Chance alone would hardly find them all.
 */
export function draftsAtLimits(operation: Operation, seed: number): Draft[] {
  if (operation.bodies.length !== 1 || operation.bodies[0]?.type !== JSON_TYPE) return [];
  const { properties = {} } = operation.bodies[0].schema;
  const changes = [
    ...Object.entries(properties).flatMap(([name, schema]) => [
      ...valuesAtLimits(schema as Schema).map((value) => setField(name, JSON.stringify(value))),
      setField(name, `${'['.repeat(DEPTH)}${']'.repeat(DEPTH)}`),
      setField(name, `${'{"a":'.repeat(DEPTH / 2)}1${'}'.repeat(DEPTH / 2)}`),
      setField(name, `"${'x'.repeat(LONG)}"`),
    ]),
    padTo(BODY_BYTES_MAX),
    padTo(BODY_BYTES_MAX + 1),
  ];
  const [draft] = fc.sample(validDraft(operation), { seed, numRuns: 1 });
  return changes.flatMap((change) => (draft ? inContent(change)(draft) : []));
}

/** The largest that a schema allows, and what is just beyond. */
function valuesAtLimits({ maxLength, maxItems, maximum }: Schema): unknown[] {
  const list = (length: number) => Array.from({ length }, (_each, index) => `x${index}`);
  if (maxLength !== undefined) return ['x'.repeat(maxLength), 'x'.repeat(maxLength + 1)];
  if (maxItems !== undefined) return [list(maxItems), list(maxItems + 1)];
  return maximum === undefined ? [] : [maximum, maximum + 1];
}

type Change = (content: Content) => Content;

/** As text: whoever wrote such a value as JSON would overflow the stack here. */
function setField(name: string, json: string): Change {
  return ({ type, bytes }) => {
    const { [name]: _old, ...rest }: Record<string, unknown> = JSON.parse(bytes.toString());
    const others = Object.entries(rest).map(
      ([other, value]) => `${JSON.stringify(other)}:${JSON.stringify(value)}`,
    );
    return { type, bytes: Buffer.from(`{${[...others, `${JSON.stringify(name)}:${json}`].join(',')}}`) };
  };
}

function padTo(size: number): Change {
  return ({ type, bytes }) => ({
    type,
    bytes: Buffer.concat([bytes, Buffer.alloc(size - bytes.length, ' ')]),
  });
}

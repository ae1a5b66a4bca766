import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { CATALOGUE_CONTRACTS } from '@kitroom/catalogue-client';
import { COLLECTION_CONTRACTS, ERRORS_MAX } from '@kitroom/collection-client';
import type { Contract } from '@kitroom/shared';

/** Slightly fewer values than a body may have. */
const COUNT = 9_900;

const CONTRACTS: readonly Contract[] = [...CATALOGUE_CONTRACTS, ...COLLECTION_CONTRACTS];
const WITH_BODY = CONTRACTS.filter(({ body }) => body !== undefined);

const WRONG: ReadonlyArray<[string, unknown]> = [
  ['numbers', 7],
  ['objects', {}],
  ['lists', []],
  ['long strings', 'x'.repeat(90)],
  ['null characters', '\0'],
  ['nulls', null],
];

/** Bodies with a list or an object of that many values in each field that a contract accepts. */
function listBodies(body: z.ZodType, value: unknown): unknown[] {
  const list = Array<unknown>(COUNT).fill(value);
  const object = Object.fromEntries(list.map((item, at) => [`name${at}`, item]));
  return [list, object].flatMap((values) => [
    values,
    ...listPlaces(toJsonSchema(body)).map((place) =>
      place.toReversed().reduce<unknown>((inner, name) => ({ [name]: inner }), values),
    ),
  ]);
}

function toJsonSchema(schema: z.ZodType): z.core.JSONSchema.BaseSchema {
  return z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      // The documentation of a transformation says which input it accepts.
      const shownAs = z.globalRegistry.get(zodSchema)?.shownAs;
      if (shownAs instanceof z.ZodType) Object.assign(jsonSchema, toJsonSchema(shownAs));
    },
  });
}

function listPlaces({ properties = {} }: z.core.JSONSchema.BaseSchema): string[][] {
  return Object.entries(properties).flatMap(([name, property]) => [
    [name],
    ...(typeof property === 'object' ? listPlaces(property).map((place) => [name, ...place]) : []),
  ]);
}

describe.each(WITH_BODY.map(({ id, body }) => [id, body ?? z.unknown()] as const))(
  'validating the request body of %s',
  (_id, body) => {
    it.each(WRONG)(`stops at ${ERRORS_MAX} errors in ${COUNT} %s`, (_what, value) => {
      for (const sent of listBodies(body, value)) {
        const { error } = body.safeParse(sent, { reportInput: true });
        // Missing fields are reported, too.
        expect(error?.issues.length ?? 0).toBeLessThanOrEqual(ERRORS_MAX + 10);
      }
    });
  },
);

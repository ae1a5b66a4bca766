import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { CATALOGUE_CONTRACTS } from '@kitroom/catalogue-client';
import { COLLECTION_CONTRACTS, ERRORS_MAX } from '@kitroom/collection-client';
import type { Contract } from '@kitroom/shared';

/** Nearly as many as a body may have. */
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

/**
 * Bodies with a list, and with an object, of that many values in each place where a contract takes something.
 */
function listBodies(body: z.ZodType, value: unknown): unknown[] {
  const list = Array<unknown>(COUNT).fill(value);
  const object = Object.fromEntries(list.map((one, at) => [`name${at}`, one]));
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
      // What a transformation accepts is in its documentation.
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
        // Fields that are missing are reported as well.
        expect(error?.issues.length ?? 0).toBeLessThanOrEqual(ERRORS_MAX + 10);
      }
    });
  },
);

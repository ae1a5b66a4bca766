import type { Contract } from '@kitroom/shared';
import * as z from 'zod';
import { commonErrors } from './errors.ts';

/** The series of a collection's value ends with the current month and has at most this many. */
export const VALUE_MONTHS_MAX = 120;

/** What a collection has cost and is worth. */
export const collectionValue = z
  .object({
    totals: z.array(
      z
        .object({
          currency: z.string(),
          price: z.string(),
          priced_items: z.int(),
          estimated_value: z.string(),
          estimated_items: z.int(),
        })
        .meta({ id: 'ValueTotal' }),
    ),
    series: z.array(
      z
        .object({
          month: z.string(),
          currency: z.string(),
          price: z.string(),
          estimated_value: z.string(),
        })
        .meta({ id: 'ValueOfMonth' }),
    ),
  })
  .meta({ id: 'CollectionValue' });

export const getMyValue = {
  id: 'getMyValue',
  method: 'GET',
  path: '/api/collections/me/value/',
  tag: 'Collections',
  summary: "Get the value of the caller's collection",
  responses: { 200: { schema: collectionValue }, ...commonErrors },
} as const satisfies Contract;

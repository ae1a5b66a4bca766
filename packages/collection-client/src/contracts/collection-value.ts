import type { Contract } from '@kitroom/shared';
import * as z from 'zod';
import { commonErrors } from './errors.ts';

/** The series of a collection's value ends with the current month and has at most this many. */
export const VALUE_MONTHS_MAX = 120;

const currency = z.string().meta({ description: 'An ISO 4217 code.' });
const amount = (description: string) => z.string().meta({ description });

/** What a collection has cost and is worth. */
export const collectionValue = z
  .object({
    totals: z
      .array(
        z
          .object({
            currency,
            price: amount('The sum of the prices.'),
            priced_items: z.int().meta({ description: 'How many items have a price in this currency.' }),
            estimated_value: amount('The sum of the estimated values.'),
            estimated_items: z
              .int()
              .meta({ description: 'How many items have an estimate in this currency.' }),
          })
          .meta({ id: 'ValueTotal' }),
      )
      .meta({ description: 'One entry for each currency, by code. Nothing is converted.' }),
    series: z
      .array(
        z
          .object({
            month: z.string().meta({ description: '`2026-11`; by UTC.' }),
            currency,
            price: amount('The sum of the prices of the items acquired by the end of the month.'),
            estimated_value: amount('The sum of the estimates as they were at the end of the month.'),
          })
          .meta({ id: 'ValueOfMonth' }),
      )
      .meta({
        description:
          `One entry for each month and currency, at most the last ${VALUE_MONTHS_MAX} months up to the current one, ` +
          'oldest first. Items without `acquired_on` count from the day on which they were added.',
      }),
  })
  .meta({ id: 'CollectionValue' });

export const getMyValue = {
  id: 'getMyValue',
  method: 'GET',
  path: '/api/collections/me/value/',
  tag: 'Collections',
  summary: "Get the value of the caller's collection",
  description:
    'Totals of `price` and `estimated_value` for each currency, and their series by month, of all items that are in ' +
    'the collection now except drafts. Only the owner sees them.',
  responses: { 200: { description: 'The value.', schema: collectionValue }, ...commonErrors },
} as const satisfies Contract;

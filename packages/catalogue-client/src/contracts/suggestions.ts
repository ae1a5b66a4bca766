import * as z from 'zod';
import { keywordInput, sizeInput, type Contract } from '@kitroom/shared';
import { responsesOf } from './errors.ts';
import { choicesFilter } from './kit-filters.ts';

/** The kinds of records that are suggested. */
export const SUGGESTION_TYPES = ['club', 'kit', 'season', 'brand', 'competition'] as const;

export type SuggestionType = (typeof SUGGESTION_TYPES)[number];

/** A range of a string in UTF-16 code units. The end is exclusive. */
const range = z
  .tuple([z.int(), z.int()])
  .meta({ openapi: { type: 'array', items: { type: 'integer' }, minItems: 2, maxItems: 2 } });

export const suggestion = z
  .object({
    type: z.enum(SUGGESTION_TYPES),
    id: z.int(),
    label: z.string(),
    detail: z.string().nullable(),
    image: z.string().nullable(),
    url: z.string(),
    matched: z.array(range),
  })
  .meta({ id: 'Suggestion' });

export type Suggestion = z.output<typeof suggestion>;

/** `GET /api/suggest`: records of all kinds for a partly typed text, best first. */
export const suggestRecords = {
  id: 'suggestRecords',
  method: 'GET',
  path: '/api/suggest',
  tag: 'Suggestions',
  summary: 'Suggest records while someone types',
  query: z.object({
    q: keywordInput,
    types: choicesFilter('types', SUGGESTION_TYPES),
    limit: sizeInput({ maximum: 50, fallback: 10 }),
  }),
  responses: responsesOf(z.array(suggestion)),
  cacheSeconds: 1800,
} as const satisfies Contract;

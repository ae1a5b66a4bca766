import * as z from 'zod';
import { bodyErrors, INTEGER_MAX, isStorable, KEYWORD_MAX, type Contract } from '@kitroom/shared';
import { brand } from './brands.ts';
import { club } from './clubs.ts';
import { responsesOf } from './errors.ts';
import { kit } from './kits.ts';
import { season } from './seasons.ts';

/** The maximum number of texts of each kind in a request. */
export const MATCH_TEXTS_MAX = 100;

const id = z.int().min(1).max(INTEGER_MAX);
const text = z.string().max(KEYWORD_MAX).refine(isStorable);
const texts = z.array(text).max(MATCH_TEXTS_MAX).default([]);

const score = z.number();

/** For each text of a list, in order, the records that it may refer to, best first. */
const matchesOf = <S extends z.ZodRawShape>(shape: S) => z.array(z.array(z.object({ ...shape, score })));

export const matches = z
  .object({
    brands: matchesOf(brand.shape),
    clubs: matchesOf(club.shape),
    seasons: matchesOf(season.shape),
    kits: matchesOf(kit.shape),
    club_seasons: z.array(z.array(kit)).optional(),
  })
  .meta({ id: 'Matches' });

/** `POST /api/match`: the records that texts may refer to, for imports of tables. */
export const matchTexts = {
  id: 'matchTexts',
  method: 'POST',
  path: '/api/match',
  tag: 'Matches',
  summary: 'Match names to records',
  body: z.object({
    brands: texts,
    clubs: texts,
    seasons: texts,
    kits: texts,
    club_seasons: z
      .array(z.object({ club: id.meta({ idOf: 'club' }), season: id.meta({ idOf: 'season' }) }))
      .max(MATCH_TEXTS_MAX)
      .optional(),
  }),
  responses: responsesOf(matches, bodyErrors),
} as const satisfies Contract;

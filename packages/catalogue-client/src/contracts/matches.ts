import { bodyErrors, INTEGER_MAX, isStorable, KEYWORD_MAX, type Contract } from '@kitroom/shared';
import * as z from 'zod';
import { brand } from './brands.ts';
import { club } from './clubs.ts';
import { responsesOf } from './errors.ts';
import { kit } from './kits.ts';
import { season } from './seasons.ts';

/** The most texts of one request. */
export const MATCH_TEXTS_MAX = 100;

const id = z.int().min(1).max(INTEGER_MAX);
const text = z.string().max(KEYWORD_MAX).refine(isStorable);
const texts = (description: string) => z.array(text).max(MATCH_TEXTS_MAX).default([]).meta({ description });

const score = z.number().meta({
  description: '0 to 1; 1 if the text is a name, an alias or a slug of the record',
});

/** For each text of a list, in its order, the records that it may mean, best first. */
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

/** `POST /api/match`: the records that texts may mean, for imports of tables. */
export const matchTexts = {
  id: 'matchTexts',
  method: 'POST',
  path: '/api/match',
  tag: 'Matches',
  summary: 'Match names to records',
  description:
    'For each text, up to three records, best first, with a score: brands and clubs by ' +
    'name, alias or slug; seasons by year; kits by slug, URL or archive id, else by name and year. ' +
    'At most 100 entries per list. `club_seasons` lists the kits of clubs in seasons.',
  body: z.object({
    brands: texts('Names or slugs of brands.'),
    clubs: texts('Names, aliases or slugs of clubs.'),
    seasons: texts('Seasons, such as `2024-25` or `2024`.'),
    kits: texts('Slugs, archive URLs or archive ids of kits, or names with a year.'),
    club_seasons: z
      .array(z.object({ club: id, season: id }))
      .max(MATCH_TEXTS_MAX)
      .optional(),
  }),
  responses: responsesOf(matches, 'The matches.', { ...bodyErrors }),
} as const satisfies Contract;

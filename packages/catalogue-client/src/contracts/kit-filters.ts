import * as z from 'zod';
import {
  booleanFilter,
  COLOUR_NAMES,
  DESIGNS,
  idFilter,
  isColourName,
  keywordInput,
  KIT_CATEGORIES,
  listFilter,
  textFilter,
  yearFilter,
  type Design,
} from '@kitroom/shared';

/** An exact colour name; empty counts as absent. */
export const primaryColourFilter = choiceFilter('primary_color', COLOUR_NAMES);

/** Any number of colour names. Matches kits that have all of them. */
export const secondaryColourFilter = listFilter()
  .check(rejectOthers('secondary_color(s)', COLOUR_NAMES))
  .transform((names) => names.filter((name) => isColourName(name)))
  .meta({
    openapi: { type: 'array', items: { type: 'string', enum: [...COLOUR_NAMES] } },
    takesSeveral: true,
  });

/** An exact design value, after trimming; empty counts as absent. */
export const designFilter = z
  .custom<Design | ''>((value) => typeof value === 'string')
  .transform((value) => value.trim() as Design | '')
  .pipe(choiceFilter('design', DESIGNS).unwrap())
  .optional()
  .meta({ openapi: { type: 'string', enum: [...DESIGNS] } });

/** The filters shared by all lists of kits. */
export const kitFilters = {
  season: idFilter.meta({ idOf: 'season' }),
  brand: idFilter.meta({ idOf: 'brand' }),
  competition: idFilter.meta({ idOf: 'competition' }),
  type: idFilter.meta({ idOf: 'kit_type' }),
  category: choiceFilter('category', KIT_CATEGORIES),
  is_goalkeeper: booleanFilter,
  decade: yearFilter,
};

/** Filters lists of kits and of clubs by association. */
export const associationFilter = textFilter;

/** A keyword that lists are filtered by; blank counts as absent. */
export const keywordFilter = keywordInput
  .transform((text) => (text === '' ? undefined : text))
  .optional()
  .meta({ openapi: { type: 'string', maxLength: 200, pattern: String.raw`^[^\u0000]*$` } });

/** The filters of the list of all kits. */
export const allKitFilters = {
  keyword: keywordFilter,
  club: idFilter.meta({ idOf: 'club' }),
  ...kitFilters,
  country: textFilter,
  association: associationFilter,
  primary_color: primaryColourFilter,
  secondary_color: secondaryColourFilter,
  design: designFilter,
  year: yearFilter,
  first_year: yearFilter,
  second_year: yearFilter,
};

/** The orders of lists of kits. */
export const KIT_ORDERINGS = ['-id', 'season', '-season', 'name', '-name', 'rating', '-rating'] as const;

export type KitOrdering = (typeof KIT_ORDERINGS)[number];

/** The options of lists of kits: their order, and whether items have details. */
export const kitListOptions = {
  ordering: choiceFilter('ordering', KIT_ORDERINGS),
  expand: booleanFilter,
};

/** An exact match of one of the choices. Empty counts as absent. */
export function choiceFilter<const Choice extends string>(name: string, choices: readonly Choice[]) {
  const isChoice = (value: string) => (choices as readonly string[]).includes(value);
  return z
    .custom<Choice | ''>((value) => typeof value === 'string')
    .check(({ value, issues }: { value: string; issues: z.core.$ZodRawIssue[] }) => {
      if (value === '' || isChoice(value)) return;
      issues.push(toIssue(value, `Invalid ${name} '${value}'. Available options: ${choices.join(', ')}`));
    })
    .transform((value) => (value === '' ? undefined : value))
    .optional()
    .meta({ openapi: { type: 'string', enum: [...choices] } });
}

/** Comma-separated choices, returned in the order of `choices`. All choices if empty or absent. */
export function choicesFilter<const Choice extends string>(name: string, choices: readonly Choice[]) {
  return z
    .custom<string>((value) => typeof value === 'string')
    .transform((text) => text.split(',').map((part) => part.trim()))
    .transform((parts) => parts.filter((part) => part !== ''))
    .check(rejectOthers(name, choices))
    .transform((parts) => choices.filter((choice) => parts.length === 0 || parts.includes(choice)))
    .default([...choices])
    .meta({
      openapi: { type: 'array', items: { type: 'string', enum: [...choices] }, default: [...choices] },
      isCommaSeparated: true,
    });
}

function rejectOthers(name: string, choices: readonly string[]) {
  return ({ value, issues }: { value: string[]; issues: z.core.$ZodRawIssue[] }) => {
    const invalid = value.filter((item) => !choices.includes(item));
    if (invalid.length === 0) return;
    const options = choices.join(', ');
    issues.push(toIssue(value, `Invalid ${name}: ${invalid.join(', ')}. Available options: ${options}`));
  };
}

function toIssue(input: unknown, detail: string) {
  return { code: 'custom' as const, input, message: detail, params: { detail } };
}

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

/** Any number of colour names; matches kits with all of them. */
export const secondaryColourFilter = listFilter()
  .check(refuseOthers('secondary_color(s)', COLOUR_NAMES))
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

/** The filters that all lists of kits take. */
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

/** How lists of kits may be ordered, and how detailed their items are. */
export const kitListOptions = {
  ordering: choiceFilter('ordering', KIT_ORDERINGS),
  expand: booleanFilter,
};

/** One of the choices, exactly; empty counts as absent. */
export function choiceFilter<const Choice extends string>(name: string, choices: readonly Choice[]) {
  const isChoice = (value: string) => (choices as readonly string[]).includes(value);
  return z
    .custom<Choice | ''>((value) => typeof value === 'string')
    .check(({ value, issues }: { value: string; issues: z.core.$ZodRawIssue[] }) => {
      if (value === '' || isChoice(value)) return;
      issues.push(wrong(value, `Invalid ${name} '${value}'. Available options: ${choices.join(', ')}`));
    })
    .transform((value) => (value === '' ? undefined : value))
    .optional()
    .meta({ openapi: { type: 'string', enum: [...choices] } });
}

/** Some of the choices, separated by commas, in the order of `choices`; all of them if none is given. */
export function choicesFilter<const Choice extends string>(name: string, choices: readonly Choice[]) {
  return z
    .custom<string>((value) => typeof value === 'string')
    .transform((text) => text.split(',').map((part) => part.trim()))
    .transform((parts) => parts.filter((part) => part !== ''))
    .check(refuseOthers(name, choices))
    .transform((parts) => choices.filter((choice) => parts.length === 0 || parts.includes(choice)))
    .default([...choices])
    .meta({
      openapi: { type: 'array', items: { type: 'string', enum: [...choices] }, default: [...choices] },
      isCommaSeparated: true,
    });
}

function refuseOthers(what: string, choices: readonly string[]) {
  return ({ value, issues }: { value: string[]; issues: z.core.$ZodRawIssue[] }) => {
    const invalid = value.filter((one) => !choices.includes(one));
    if (invalid.length === 0) return;
    const options = choices.join(', ');
    issues.push(wrong(value, `Invalid ${what}: ${invalid.join(', ')}. Available options: ${options}`));
  };
}

function wrong(input: unknown, detail: string) {
  return { code: 'custom' as const, input, message: detail, params: { detail } };
}

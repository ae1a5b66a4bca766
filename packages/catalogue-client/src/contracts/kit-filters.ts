import {
  booleanFilter,
  COLOUR_NAMES,
  DESIGNS,
  idFilter,
  KIT_CATEGORIES,
  isColourName,
  isDesign,
  listFilter,
  yearFilter,
  type ColourName,
  type Design,
  type KitCategory,
} from '@kitroom/shared';
import * as z from 'zod';

const COLOURS = COLOUR_NAMES.join(', ');

/** An exact colour name; empty counts as absent. */
export const primaryColourFilter = z
  .custom<ColourName | ''>((value) => typeof value === 'string')
  .check(({ value, issues }: { value: string; issues: z.core.$ZodRawIssue[] }) => {
    if (value === '' || isColourName(value)) return;
    issues.push(wrong(value, `Invalid primary_color '${value}'. Available options: ${COLOURS}`));
  })
  .transform((value) => (value === '' ? undefined : value))
  .optional()
  .meta({ openapi: { type: 'string', enum: [...COLOUR_NAMES] }, description: 'The main colour.' });

/** Any number of colour names; matches kits with all of them. */
export const secondaryColourFilter = listFilter('The kit has all of these secondary colours.', {
  type: 'string',
  enum: [...COLOUR_NAMES],
})
  .check(({ value, issues }) => {
    const invalid = value.filter((name) => !isColourName(name));
    if (invalid.length === 0) return;
    issues.push(
      wrong(value, `Invalid secondary_color(s): ${invalid.join(', ')}. Available options: ${COLOURS}`),
    );
  })
  .transform((names) => names.filter((name) => isColourName(name)))
  .meta({
    openapi: { type: 'array', items: { type: 'string', enum: [...COLOUR_NAMES] } },
    description: 'The kit has all of these secondary colours; may be repeated.',
  });

/** An exact design value, after trimming; empty counts as absent. */
export const designFilter = z
  .custom<Design | ''>((value) => typeof value === 'string')
  .transform((value) => value.trim())
  .check(({ value, issues }) => {
    if (value === '' || isDesign(value)) return;
    issues.push(wrong(value, `Invalid design '${value}'. Available options: ${DESIGNS.join(', ')}`));
  })
  .transform((value) => (isDesign(value) ? value : undefined))
  .optional()
  .meta({ openapi: { type: 'string', enum: [...DESIGNS] }, description: 'The design of the shirt.' });

/** An exact category of kit types; empty counts as absent. */
export const categoryFilter = z
  .custom<KitCategory | ''>((value) => typeof value === 'string')
  .check(({ value, issues }: { value: string; issues: z.core.$ZodRawIssue[] }) => {
    if (value === '' || isCategory(value)) return;
    issues.push(wrong(value, `Invalid category '${value}'. Available options: ${KIT_CATEGORIES.join(', ')}`));
  })
  .transform((value) => (value === '' ? undefined : value))
  .optional()
  .meta({ openapi: { type: 'string', enum: [...KIT_CATEGORIES] }, description: 'The category of the type.' });

function isCategory(value: string): value is KitCategory {
  return (KIT_CATEGORIES as readonly string[]).includes(value);
}

/** The filters that all lists of kits take. */
export const kitFilters = {
  season: idFilter("The season's id."),
  brand: idFilter("The brand's id."),
  competition: idFilter('The id of a competition of the kit.'),
  type: idFilter("The kit type's id."),
  category: categoryFilter,
  is_goalkeeper: booleanFilter('Whether the kit is for goalkeepers.'),
  decade: yearFilter('Seasons whose first year is in this decade: `1990`.'),
};

function wrong(input: unknown, detail: string) {
  return { code: 'custom' as const, input, message: detail, params: { detail } };
}

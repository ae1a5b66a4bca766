import * as z from 'zod';
import { COLOUR_NAMES, DESIGNS, KIT_CATEGORIES } from '@kitroom/shared';
import { associationCode } from './record-lists.ts';

/** A colour by name and hex code. */
export const colour = z.object({ name: z.enum(COLOUR_NAMES), color: z.string() }).meta({ id: 'Colour' });

export const rating = z.number().nullable();

/** The fields of a kit in lists. */
const listed = { id: z.int(), name: z.string(), main_img_url: z.string() };

/** The fields that `expand=true` adds. */
const details = {
  slug: z.string(),
  team: z.object({
    id: z.int(),
    name: z.string(),
    logo: z.string(),
    // Earlier versions of the catalogue do not send it.
    association: associationCode.nullable().optional(),
  }),
  season: z.object({ id: z.int(), year: z.string() }),
  type: z.object({ id: z.int(), name: z.string(), category: z.enum(KIT_CATEGORIES) }),
  brand: z.object({ id: z.int(), name: z.string() }),
  design: z.enum(DESIGNS).nullable(),
  primary_color: colour.nullable(),
  secondary_color: z.array(colour),
  rating,
};

export const kitListItem = z.object(listed).meta({ id: 'KitListItem' });

/** A kit of a list that accepts `expand`. The details are present only with `expand=true`. */
export const listedKit = z.object({ ...listed, ...z.object(details).partial().shape }).meta({
  id: 'ListedKit',
});

/** A kit of a list with `expand=true`. */
export const expandedKit = z.object({ ...listed, ...details }).meta({ id: 'ExpandedKit' });

export type ListedKit = z.output<typeof listedKit>;
export type ExpandedKit = z.output<typeof expandedKit>;

import * as z from 'zod';

const label = z.string().nullable();

/** The texts that people read in place of an item's ids. */
export const itemLabels = z
  .object({
    brand: label,
    club: label,
    club_logo: label,
    season: label,
    kit: label,
    main_color: z.object({ name: z.string(), color: z.string() }).nullable(),
    size: label,
  })
  .meta({
    id: 'ItemLabels',
  });

export type ItemLabels = z.output<typeof itemLabels>;

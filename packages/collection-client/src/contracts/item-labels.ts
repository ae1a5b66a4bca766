import * as z from 'zod';

const label = z.string().nullable();

/** The texts that people read in place of an item's ids. */
export const itemLabels = z
  .object({
    brand: label,
    club: label,
    club_logo: label.meta({ description: "The URL of the club's crest." }),
    season: label.meta({ description: 'Such as `2003-04`.' }),
    kit: label,
    main_color: z
      .object({ name: z.string(), color: z.string().meta({ description: '`#RRGGBB`' }) })
      .nullable(),
    size: label,
  })
  .meta({
    id: 'ItemLabels',
    description:
      'Names of what the ids refer to, or the texts in their place. Null without both, or until the name is known from ' +
      'the catalogue.',
  });

export type ItemLabels = z.output<typeof itemLabels>;

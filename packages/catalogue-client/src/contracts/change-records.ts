import * as z from 'zod';
import { COLOUR_NAMES, DESIGNS } from '@kitroom/shared';
import { rating } from './kit-list-items.ts';
import { kitType } from './kits.ts';
import { change, changePage, listChanges } from './mirroring.ts';
import { associationCode, countryCode, recordFields } from './record-lists.ts';

// The records of the change log, for its documentation and types. The client only checks `kind` and `id`,
// because newer sources may have other fields and values. Modules that are bundled must not import this file.

const slugs = z.array(z.string());
const colour = z.enum(COLOUR_NAMES);
const { id, name, slug, logo_dark } = recordFields;
const badge = { id, slug, name, aliases: z.array(z.string()), logo: z.string().nullable(), logo_dark };
const idArchive = z.int().nullable();

export const brandRecord = z.object({ kind: z.literal('brand'), ...badge }).meta({ id: 'BrandRecord' });

export const competitionRecord = z
  .object({ kind: z.literal('competition'), ...badge, country: countryCode.nullable() })
  .meta({ id: 'CompetitionRecord' });

export const clubRecord = z
  .object({
    kind: z.literal('club'),
    ...badge,
    id_archive: idArchive,
    country: countryCode.nullable(),
    association: associationCode.nullable(),
    former_slugs: slugs,
  })
  .meta({ id: 'ClubRecord' });

export const seasonRecord = z
  .object({ kind: z.literal('season'), id, year: z.string() })
  .meta({ id: 'SeasonRecord' });

export const kitTypeRecord = z
  .object({ kind: z.literal('kit_type'), ...kitType.shape })
  .meta({ id: 'KitTypeRecord' });

export const kitRecord = z
  .object({
    kind: z.literal('kit'),
    id,
    slug,
    name,
    club: z.string(),
    season: z.string(),
    brand: z.string(),
    type: z.string(),
    competitions: slugs,
    design: z.enum(DESIGNS).nullable(),
    primary_color: colour.nullable(),
    secondary_colors: z.array(colour),
    main_img_url: z.string().nullable(),
    id_archive: idArchive,
    rating,
    former_slugs: slugs,
  })
  .meta({ id: 'KitRecord' });

const record = z.discriminatedUnion('kind', [
  brandRecord,
  competitionRecord,
  clubRecord,
  seasonRecord,
  kitTypeRecord,
  kitRecord,
]);

const documentedChange = change.extend({ record: record.optional() }).meta({ id: 'Change' });

/** `listChanges` for the OpenAPI document, with the fields of each kind of record. */
export const documentedListChanges = {
  ...listChanges,
  responses: {
    ...listChanges.responses,
    200: {
      ...listChanges.responses[200],
      schema: changePage.extend({ items: z.array(documentedChange) }).meta({ id: 'ChangePage' }),
    },
  },
};

import * as z from 'zod';
import { COLOUR_NAMES, DESIGNS } from '@kitroom/shared';
import { RATING_MAX } from '../limits.ts';
import {
  choicesOf,
  formerSlugs,
  ID_ARCHIVE,
  idArchive,
  listOf,
  picture,
  PICTURE_HINT,
  slug,
  text,
  year,
  type RecordField,
} from '../records/record-form-fields.ts';

/** A column of `kits` that is imported, exported or edited. */
interface KitColumn {
  column: string;
  type: 'text' | 'integer' | 'numeric(3, 2)' | 'text[]' | 'integer[]';
  /** Its schema in the import format. */
  line: z.ZodType;
  /** The expression that exports it. Default: the column itself. */
  exported?: string;
  /** Its field in the kit form. Columns without a field are set only by imports. */
  form?: Omit<RecordField, 'name'>;
}

const colour = z.enum(COLOUR_NAMES, `must be one of ${COLOUR_NAMES.join(', ')}`);

const rating = z
  .number('must be a number, or null')
  .min(0, 'must be at least 0')
  .max(RATING_MAX, `must be at most ${RATING_MAX}`)
  .refine((value) => Number(value.toFixed(2)) === value, 'must have at most two decimals')
  .nullable()
  .optional();

/** The required fields of a kit line. */
export const REQUIRED_COLUMNS = {
  slug: { column: 'slug', type: 'text', line: slug },
  name: { column: 'name', type: 'text', line: text },
  club: { column: 'club_id', type: 'integer', line: slug, exported: 'clubs.slug' },
  season: { column: 'season_id', type: 'integer', line: year, exported: 'seasons.year' },
  brand: { column: 'brand_id', type: 'integer', line: slug, exported: 'brands.slug' },
  type: { column: 'type_id', type: 'integer', line: text, exported: 'kit_types.name' },
} as const satisfies Readonly<Record<string, KitColumn>>;

const competitions = {
  column: 'competition_ids',
  type: 'integer[]',
  line: listOf(slug, 'must be a list of slugs'),
  // Uses a subquery, because a join could make the planner read all competitions for each kit.
  exported: `array(
    select (select competitions.slug from competitions where competitions.id = given.id)
    from unnest(kits.competition_ids) with ordinality as given (id, place)
    order by given.place
  )`,
  form: {
    label: 'Competitions',
    type: 'lines',
    holds: 'lines',
    refersTo: 'competition',
    isOptional: true,
    hint: 'Names, slugs or ids in order, one per line.',
  },
} as const satisfies KitColumn;

/** The optional fields of a kit line, except its competitions. */
const ATTRIBUTES = {
  design: {
    column: 'design',
    type: 'text',
    line: z
      .enum(DESIGNS, `must be one of ${DESIGNS.join(', ')}`)
      .nullable()
      .optional(),
    form: { label: 'Design', type: 'choice', choices: choicesOf(DESIGNS), isOptional: true, isShort: true },
  },
  primary_color: {
    column: 'primary_color',
    type: 'text',
    line: colour.nullable().optional(),
    form: {
      label: 'Primary colour',
      type: 'choice',
      choices: choicesOf(COLOUR_NAMES),
      isOptional: true,
      isShort: true,
    },
  },
  secondary_colors: {
    column: 'secondary_colors',
    type: 'text[]',
    line: listOf(colour, 'must be a list of colour names'),
    form: {
      label: 'Secondary colours',
      holds: 'commas',
      refersTo: 'colour',
      separator: ', ',
      isOptional: true,
      hint: `In order, separated by commas. Allowed colours: ${COLOUR_NAMES.join(', ')}.`,
    },
  },
  main_img_url: {
    column: 'main_img_url',
    type: 'text',
    line: picture,
    form: { label: 'Picture', isOptional: true, hint: `${PICTURE_HINT} Without a picture, one is drawn.` },
  },
  id_archive: { column: 'id_archive', type: 'integer', line: idArchive, form: ID_ARCHIVE },
  rating: {
    column: 'rating',
    type: 'numeric(3, 2)',
    line: rating,
    // PostgreSQL sends exact decimals as strings.
    exported: 'kits.rating::float8',
    form: {
      label: 'Rating',
      type: 'number',
      holds: 'number',
      isOptional: true,
      isShort: true,
      hint: '0 to 5.',
    },
  },
  former_slugs: { column: 'former_slugs', type: 'text[]', line: formerSlugs },
} as const satisfies Readonly<Record<string, KitColumn>>;

/** The optional fields of a kit line. */
export const OPTIONAL_COLUMNS = { competitions, ...ATTRIBUTES } as const;

/** The select list of all fields of the import format. Requires joins of the records that a kit refers to. */
export const KIT_FIELDS = toSelectList({ ...REQUIRED_COLUMNS, ...OPTIONAL_COLUMNS });

/** The columns that the kit form can set. */
export const FORM_COLUMNS: ReadonlyArray<readonly [field: string, column: KitColumn]> =
  Object.entries<KitColumn>({
    ...REQUIRED_COLUMNS,
    ...OPTIONAL_COLUMNS,
  }).filter(([field, { form }]) => field in REQUIRED_COLUMNS || form);

function toSelectList(columns: Readonly<Record<string, KitColumn>>): string {
  return Object.entries(columns)
    .map(([field, { column, exported = `kits.${column}` }]) => `${exported} as ${field}`)
    .join(', ');
}

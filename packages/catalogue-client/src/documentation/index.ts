import { splitKeys } from '@kitroom/shared';
import examples from './examples.json' with { type: 'json' };
import { LIST_TEXTS } from './list-texts.ts';
import { SERVICE_TEXTS } from './service-texts.ts';

export { documentedListChanges } from '../contracts/change-records.ts';

/** Descriptions of clubs, brands, competitions, seasons and kits, in any response. */
export const RECORD_TEXTS = splitKeys({
  id: 'The record’s id, 1 to 2147483647, unique within its kind. Never changes.',
  name: 'The name, with its accents.',
  slug: 'The name in the archive’s URLs, unique within its kind.',
  logo: 'The URL of the logo. Without one, a club has the URL of its drawn crest, others that of `/api/no-logo.svg`.',
  logo_dark: 'The URL of the logo for dark backgrounds, if there is one.',
  year: '`2024` for a season within a calendar year, else `2024-25`.',
  first_year: 'The year in which the season starts, with four digits.',
  second_year: 'The year in which it ends, with four digits; null if that is the first.',

  Club: 'A football club or a national team.',
  Brand: 'A kit manufacturer.',
  Competition: 'A league, a cup or a tournament; `country` is null for international ones.',
  Season: 'A season, within a calendar year or over two.',
  KitSeason: 'The season of a kit, with its years.',
  KitTeam: 'The club that wore the kit.',
  Colour: 'One of the 17 colours that describe kits.',
  'Colour.name, primary_color.name, ListedColour.name, ListedDesign.name': 'The name, as used in filters.',

  Kit: 'A kit with all its details.',
  'Kit.name, KitSearchItem.name, ListedKit.name, ExpandedKit.name, KitBulkItem.name, RandomKit.name, Matches.kits.name':
    'Team, season and type: `Málaga CF 2003-04 Home`.',
  KitSearchItem: 'A kit of a search result.',
  KitType: 'A type of kit, with its place in the order of kits.',
  'KitType.name, ListedKitType.name': 'Such as `Home`, `Away`, `Third` or `GK Home`.',
  category:
    '`match`: worn in games; `prematch`: before them, warm-ups and on the bench; `preseason`: before the season, and ' +
    'temporary ones; `training`; `travel`: travel and polo shirts; `jacket`: anthem, rain and track jackets.',
  is_goalkeeper: 'Whether it is a goalkeeper kit.',
  competition: 'The competitions in which it was worn.',
  design: 'The design of the shirt; null if unknown.',
  primary_color: 'The main colour; null if unknown.',
  secondary_color: 'The other colours, the most important first.',
  main_img_url: 'The URL of the picture: a photo, or a drawing of design and colours.',
  team_name: 'The name of the club.',
  season_year: 'The season: `2024`, or `2024-25`.',
  SeasonSearchItem: 'A season of a search result, with its years.',

  color: '`#RRGGBB`',
  rating: '0 to 5, with up to two decimals.',
  category_order: '1 to 6; lower values sort first.',
  order_priority: 'Position within the category; lower values sort first.',
  club_id: "The club's id.",
  'filter.season_id': "The season's id.",

  'KitTeam.id_archive': "The club's id in the archive.",
});

/**
 * The descriptions of the OpenAPI document. They are separate from the contracts, so that bundles of the
 * client do not contain them.
 */
export const CATALOGUE_TEXTS = { ...RECORD_TEXTS, ...splitKeys({ ...LIST_TEXTS, ...SERVICE_TEXTS }) };

/**
 * Requests and responses of the demo catalogue of `npm start`, keyed by operation id. A slow test writes
 * them.
 */
export const CATALOGUE_EXAMPLES: Readonly<Record<string, { responses: Readonly<Record<string, unknown>> }>> =
  examples;

export { CATALOGUE_ERROR_EXAMPLES } from './error-examples.ts';

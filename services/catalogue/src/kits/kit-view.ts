import type * as z from 'zod';
import type { expandedKit } from '@kitroom/catalogue-client';
import type { Reply } from '@kitroom/server/http/endpoint';
import { COLOUR_HEX, deriveSleeves, hashKitLook, type ColourName, type KitLook } from '@kitroom/shared';
import { toClub } from '../clubs/club-view.ts';
import {
  toCompetition,
  toCrestPath,
  toPublicAddress,
  toRecord,
  toSeason,
  toSeasonWithYears,
  withoutPlaceholder,
} from '../records/record-view.ts';
import { toPageReply, type RequestedPage } from '../replies.ts';
import type { ExplainedSearch } from '../search/kits/explain-search.ts';
import type { KitItemRow, KitLookRow, KitRow } from './kit-rows.ts';
import type { KitPage } from './list-kits.ts';

/** The tables that expanded lists and single kits show. */
export const EXPANDED_TAGS = ['kits', 'clubs', 'seasons', 'kit_types', 'brands'];

export function toKitListItem(row: KitItemRow, baseUrl: string) {
  return { id: row.id, name: row.name, main_img_url: toPictureUrl(row, baseUrl) };
}

export function toExpandedKit(row: KitRow, baseUrl: string): z.input<typeof expandedKit> {
  const { slug, team, season, type, brand, rating } = row;
  return {
    ...toKitListItem(row, baseUrl),
    slug,
    team: {
      id: team.id,
      name: team.name,
      logo: toPublicAddress(withoutPlaceholder(team.logo) ?? toCrestPath(team.id), baseUrl),
      association: team.association,
    },
    season: toSeason(season),
    type: { id: type.id, name: type.name, category: type.category },
    brand: { id: brand.id, name: brand.name },
    ...toColours(row),
    rating,
  };
}

export function toKitSearchItem(row: KitRow, baseUrl: string) {
  return { ...toKitListItem(row, baseUrl), team_name: row.team.name, season_year: row.season.year };
}

export function toExplainedSearch(
  { foundKits, interpretation, didYouMean }: ExplainedSearch,
  baseUrl: string,
) {
  return {
    results: foundKits.rows.map((row) => toKitSearchItem(row, baseUrl)),
    interpretation,
    tier: foundKits.tier,
    did_you_mean: didYouMean,
  };
}

/** Returns the URL of the kit's stored or drawn picture. */
export function toPictureUrl(row: KitItemRow, baseUrl: string): string {
  const drawn = () => `/api/kits/${row.id}/picture.svg?v=${hashKitLook(toKitLook(row))}`;
  return toPublicAddress(row.main_img_url ?? drawn(), baseUrl);
}

export function toKit(row: KitRow, baseUrl: string) {
  const { team, season, type, brand } = row;
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    team: { ...toClub(team, baseUrl), id_archive: team.id_archive ?? null },
    season: toSeasonWithYears(season),
    competition: row.competitions.map((competition) => toCompetition(competition, baseUrl)),
    type,
    brand: toRecord(brand, baseUrl),
    ...toColours(row),
    main_img_url: toPictureUrl(row, baseUrl),
    rating: row.rating,
  };
}

export function toRandomKit(row: KitRow, baseUrl: string) {
  const colours = [row.primary_color, ...row.secondary_colors].filter((name) => name !== null);
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    main_img_url: toPictureUrl(row, baseUrl),
    team_name: row.team.name,
    season_year: row.season.year,
    type_name: row.type.name,
    brand_name: row.brand.name,
    rating: row.rating,
    colors: colours.length > 0 ? colours.join(' / ') : null,
    design: row.design,
  };
}

function toColours({ design, primary_color: primary, secondary_colors: secondary }: KitLookRow) {
  return {
    design,
    primary_color: primary === null ? null : toColour(primary),
    secondary_color: secondary.map(toColour),
  };
}

export function toColour(name: ColourName) {
  return { name, color: COLOUR_HEX[name] };
}

export function toKitLook(row: KitLookRow): KitLook {
  return {
    title: row.name,
    design: row.design,
    primary: row.primary_color && COLOUR_HEX[row.primary_color],
    secondary: row.secondary_colors.map((name) => COLOUR_HEX[name]),
    sleeves: deriveSleeves(row.type_name, row),
    category: row.category,
    club: row.club_name,
    variant: row.id,
  };
}

/** A page of kits as an array, with `Link` and `X-Total-Count`. `expand=true` adds details. */
export function toKitPage({ rows, total }: KitPage, requested: RequestedPage): Reply {
  const view = requested.query['expand'] === true ? toExpandedKit : toKitListItem;
  const kits = rows.map((row) => view(row, requested.baseUrl));
  return toPageReply(kits, total, requested);
}

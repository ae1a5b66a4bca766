import { COLOUR_HEX, hashKitLook, type ColourName } from '@kitroom/shared';
import { toClub } from '../clubs/club-view.ts';
import { ownLogo, toCrestPath, toPublicAddress, toRecord } from '../records.ts';
import { toSeason, toSeasonWithYears } from '../seasons/season-view.ts';
import type { ExplainedSearch } from './explain-search.ts';
import { toKitLook } from './kit-look.ts';
import type { KitItemRow, KitLookRow, KitRow } from './kit-rows.ts';

export function toKitListItem(row: KitItemRow, baseUrl: string) {
  return { id: row.id, name: row.name, main_img_url: toPictureUrl(row, baseUrl) };
}

export function toExpandedKit(row: KitRow, baseUrl: string) {
  const { slug, team, season, type, brand, rating } = row;
  return {
    ...toKitListItem(row, baseUrl),
    slug,
    team: {
      id: team.id,
      name: team.name,
      logo: toPublicAddress(ownLogo(team.logo) ?? toCrestPath(team.id), baseUrl),
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

export function toExplainedSearch({ found, interpretation, didYouMean }: ExplainedSearch, baseUrl: string) {
  return {
    results: found.rows.map((row) => toKitSearchItem(row, baseUrl)),
    interpretation,
    tier: found.tier,
    did_you_mean: didYouMean,
  };
}

/** The kit's own picture, else the URL of the drawn one. */
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
    competition: row.competitions.map((one) => ({ ...toRecord(one, baseUrl), country: one.country ?? null })),
    type: {
      id: type.id,
      name: type.name,
      category: type.category,
      category_order: type.category_order,
      order_priority: type.order_priority,
      is_goalkeeper: type.is_goalkeeper,
    },
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

import type * as z from 'zod';
import {
  VALUE_MONTHS_MAX,
  type collectionItem,
  type collectionOwner,
  type collectionStatistics,
  type collectionSummary,
} from '@kitroom/collection-client';
import { findNeighbours, type Page } from '@kitroom/server/http/paging';
import type { UserRow } from '../accounts/users/user-queries.ts';
import { toLabels, toMainPhoto, type ToUrl } from '../items/item-view.ts';
import { requirePage } from '../paging.ts';
import type { CollectionItemRow, CollectionRow } from './collection-queries.ts';
import { toCount } from './counted-fields.ts';
import type { StatisticsRow } from './statistics-queries.ts';
import type { ValueOfMonthRow } from './value-queries.ts';

/** A page of a list with the URLs of its neighbours. Throws a 404 for a page that does not exist. */
export function toEnvelope<T>(url: string, page: Page, count: number, results: T[]) {
  requirePage(page, count);
  const { next = null, previous = null } = findNeighbours(url, page, count);
  return { count, next, previous, results };
}

export function toCollectionSummary(row: CollectionRow, toUrl: ToUrl): z.input<typeof collectionSummary> {
  return {
    user_id: row.user_id,
    username: row.username,
    name: row.name,
    avatar: row.avatar_key && toUrl(row.avatar_key),
    item_count: row.public_items,
    latest_photo: row.photo_key && toUrl(row.photo_key),
    updated_at: row.changed_at.toISOString(),
  };
}

export function toCollectionItem(row: CollectionItemRow, toUrl: ToUrl): z.input<typeof collectionItem> {
  const { brand_id: brand, club_id: club, season_id: season } = row;
  const labels = toLabels(row);
  return {
    id: row.id,
    item_type: row.item_type,
    name: row.name,
    brand: brand === null && labels.brand === null ? null : { id: brand, name: labels.brand },
    club: club === null && labels.club === null ? null : { id: club, name: labels.club, logo: row.club_logo },
    season: season === null && labels.season === null ? null : { id: season, year: labels.season },
    kit: row.kit_id,
    size: row.size,
    main_color: row.main_color,
    design: row.design,
    labels,
    ...toMainPhoto(row, toUrl),
    condition: row.condition,
    is_private: row.is_private,
    tags: row.tags,
    player_name: row.player_name,
    number: row.number,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

export function toOwner(row: UserRow, toUrl: ToUrl): z.input<typeof collectionOwner> {
  return {
    id: row.id,
    username: row.username,
    name: row.name,
    avatar: row.avatar_key && toUrl(row.avatar_key),
    biography: row.biography,
    location: row.location,
    is_private: row.is_private,
    created_at: row.created_at.toISOString(),
  };
}

/** The lists of a collection's statistics, with the field that each counts items by. */
const COUNTED_BY = {
  by_type: 'item_type',
  by_club: 'club',
  by_brand: 'brand',
  by_season: 'season',
  by_condition: 'condition',
  by_country: 'country',
  by_color: 'color',
  by_design: 'design',
} as const;

/** A collection's statistics. Drafts are reported only to its owner. */
export function toStatistics(row: StatisticsRow, isOwner: boolean): z.input<typeof collectionStatistics> {
  const { total_items, average_condition, replicas, signed, with_photos, drafts } = row;
  const lists = Object.entries(COUNTED_BY).map(([name, field]) => [
    name,
    row[name as keyof typeof COUNTED_BY].map((count) => toCount(field, count)),
  ]);
  return {
    total_items,
    ...Object.fromEntries(lists),
    by_decade: row.by_decade.map(({ id, count }) => ({ id, name: `${id}s`, count })),
    by_month: row.by_month.map(({ id, count }) => ({ id, name: monthName(String(id)), count })),
    average_condition,
    replicas,
    signed,
    with_photos,
    ...(isOwner && { drafts }),
  } as z.input<typeof collectionStatistics>;
}

const monthNames = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** `November 2026` for `2026-11` */
function monthName(month: string): string {
  return monthNames.format(new Date(`${month}-01T00:00:00Z`));
}

/**
 * Returns an entry for each month and currency, up to the current month, for at most `VALUE_MONTHS_MAX`
 * months. `changes` contains the months with changes, in order.
 */
export function toValueSeries(changes: readonly ValueOfMonthRow[], now: Date): ValueOfMonthRow[] {
  const latest = new Map<string, ValueOfMonthRow>();
  let next = 0;
  return listMonths(now).flatMap((month) => {
    for (let change = changes[next]; change && change.month <= month; change = changes[next]) {
      latest.set(change.currency, change);
      next += 1;
    }
    const known = [...latest.values()].toSorted((left, right) => (left.currency < right.currency ? -1 : 1));
    return known.map((row) => ({ ...row, month }));
  });
}

/** The last months in UTC, such as `2026-11`, the current one last. */
function listMonths(now: Date): string[] {
  return Array.from({ length: VALUE_MONTHS_MAX }, (_, index) => {
    const month = now.getUTCMonth() - (VALUE_MONTHS_MAX - 1 - index);
    return new Date(Date.UTC(now.getUTCFullYear(), month)).toISOString().slice(0, 7);
  });
}

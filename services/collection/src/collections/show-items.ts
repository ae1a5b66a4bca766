import type { ItemFilters } from '@kitroom/collection-client';
import { joinConditions, toCondition, type Condition } from '../items/item-filters.ts';

/** A collection, and whether its owner views it. */
export interface View {
  userId: number;
  isOwner: boolean;
}

/**
 * The condition for the visible items of a collection: for its owner all but drafts, unless drafts are requested; for
 * others the public ones, whatever they request.
 */
export function showItems({ userId, isOwner }: View, filters: ItemFilters = {}): Condition {
  const { is_private, is_draft = false, ...others } = filters;
  const ofUser = { sql: 'items.user_id = ?', bindings: [userId] };
  return isOwner
    ? joinConditions([ofUser, toCondition({ ...others, is_private, is_draft })])
    : joinConditions([ofUser, IS_PUBLIC, toCondition(others)]);
}

/** The condition for public items; `users` must be joined. */
export function showPublicItems(filters: ItemFilters): Condition {
  const { is_private: _private, is_draft: _draft, ...others } = filters;
  return joinConditions([IS_PUBLIC, OF_PUBLIC_USER, toCondition(others)]);
}

const IS_PUBLIC: Condition = { sql: 'items.is_public', bindings: [] };
const OF_PUBLIC_USER: Condition = { sql: 'users.is_active and not users.is_private', bindings: [] };

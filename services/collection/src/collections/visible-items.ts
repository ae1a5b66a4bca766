import type { ItemFilters } from '@kitroom/collection-client';
import { joinConditions, ofUser, toCondition, type Condition } from '../items/item-filters.ts';
import { storedCount } from '../items/item-page-queries.ts';

/** A collection, and whether its owner views it. */
export interface View {
  userId: number;
  isOwner: boolean;
  /** The only visible item, if a single one is shared. */
  itemId?: number | null | undefined;
}

/** The visible items of a collection: a condition and, if it is stored, their number. */
interface ShownItems {
  condition: Condition;
  count: Condition | undefined;
}

/**
 * Selects the visible items of a collection: for its owner all but drafts, unless drafts are requested; for
 * others the public ones, whatever they request.
 */
export function selectVisibleItems({ userId, isOwner, itemId }: View, filters: ItemFilters): ShownItems {
  const { is_draft = false, ...otherFilters } = filters;
  const requested = isOwner
    ? toCondition(otherFilters, userId)
    : toCondition(withoutOwnerFilters(otherFilters));
  const visible = isOwner ? toCondition({ is_draft }) : IS_PUBLIC;
  const kept = () =>
    storedCount(userId, isOwner ? 'items' : 'public_items', [isOwner && is_draft ? 'draft' : 'all']);
  const only = typeof itemId === 'number' ? [{ sql: 'items.id = ?', bindings: [itemId] }] : [];
  return {
    condition: joinConditions([ofUser(userId), visible, requested, ...only]),
    count: requested.isEmpty && only.length === 0 ? kept() : undefined,
  };
}

/** The condition for public items; `users` must be joined. */
export function selectPublicItems(filters: ItemFilters): Condition {
  return joinConditions([IS_PUBLIC, OF_PUBLIC_USER, toCondition(withoutOwnerFilters(filters))]);
}

/** Removes the filters that apply only to the owner's view. */
function withoutOwnerFilters({
  is_private: _private,
  is_draft: _draft,
  location: _place,
  ...others
}: ItemFilters) {
  return others;
}

const IS_PUBLIC: Condition = { sql: 'items.is_public', bindings: [] };
const OF_PUBLIC_USER: Condition = { sql: 'users.is_active and not users.is_private', bindings: [] };

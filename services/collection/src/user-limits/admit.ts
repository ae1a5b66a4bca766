import type { FieldErrors, Limits } from '@kitroom/collection-client';
import type { Database } from '@kitroom/server/database/database';
import type { Config } from '../config.ts';
import { invalidFields } from '../invalid-input.ts';
import { showBytes } from './read-limit.ts';
import { findUsage, lockAdditions, type OwnLimits, type UsageRow } from './usage-queries.ts';

/** The limits of the service. */
export type ServiceLimits = Pick<Config, 'USER_ITEMS_MAX' | 'USER_STORAGE_MAX'>;

/** An addition to be checked: a number of items, and the bytes of photos. */
export interface Addition {
  items?: number;
  bytes?: number;
  /** The photo whose files are replaced. */
  photoId?: number;
}

declare const checked: unique symbol;

/** Proof that an addition of a user was checked. Only `admit` creates it, and every insertion requires it. */
export interface Admission {
  userId: number;
  [checked]: true;
}

/** Whether a limit applies to a user, so that additions need a transaction. */
export function isLimited(service: ServiceLimits, user: OwnLimits): boolean {
  return Object.values(limitsOf(service, user)).some(Number.isFinite);
}

/**
 * Checks an addition against its user's limits; throws a 400 if it exceeds one. Until the transaction ends,
 * other additions of the user wait. Call it before the transaction takes any other lock. Without limits it
 * does nothing.
 */
export async function admit(
  transaction: Database,
  service: ServiceLimits,
  user: OwnLimits,
  addition: Addition,
): Promise<Admission> {
  // The lock is a separate statement, so that the check sees what the previous transaction has added.
  if (isLimited(service, user)) await lockAdditions(transaction, user.id);
  const excess = await findExcess(transaction, service, user, addition);
  if (excess) throw invalidFields(excess);
  return { userId: user.id } as Admission;
}

/** The errors of an addition that now exceeds a limit; undefined if it fits. */
export async function findExcess(
  db: Database,
  service: ServiceLimits,
  user: OwnLimits,
  { items = 0, bytes = 0, photoId }: Addition,
): Promise<FieldErrors | undefined> {
  const usage = isLimited(service, user) ? await findUsage(db, user.id, photoId) : undefined;
  // If the user was deleted, the write reports it.
  if (!usage) return undefined;
  const limits = limitsOf(service, usage);
  const errors = {
    ...(items > 0 && usage.items + items > limits.items && { non_field_errors: [tooMany(usage, limits)] }),
    ...(bytes > 0 && usage.storage + bytes > limits.storage && { image: [tooLarge(usage, limits, bytes)] }),
  };
  return Object.keys(errors).length > 0 ? errors : undefined;
}

/** A user's usage and limits. */
export function toUsage(service: ServiceLimits, usage: UsageRow): NonNullable<Limits['usage']> {
  const { items, storage } = limitsOf(service, usage);
  return {
    items: usage.items,
    items_max: Number.isFinite(items) ? items : null,
    storage: usage.storage,
    storage_max: Number.isFinite(storage) ? storage : null,
  };
}

/** A user's usage and limits as labels and texts for pages. */
export function describeUsage(service: ServiceLimits, usage: UsageRow | undefined): Array<[string, string]> {
  if (!usage) return [];
  const { items, items_max, storage, storage_max } = toUsage(service, usage);
  const describe = (used: number, max: number | null, show: (number: number) => string) =>
    max === null ? show(used) : `${show(used)} of at most ${show(max)}`;
  return [
    ['Items', describe(items, items_max, (count) => count.toLocaleString('en'))],
    ['Storage of photos', describe(storage, storage_max, showBytes)],
  ];
}

interface UserLimits {
  items: number;
  storage: number;
}

function limitsOf({ USER_ITEMS_MAX, USER_STORAGE_MAX }: ServiceLimits, user: OwnLimits): UserLimits {
  return { items: user.items_max ?? USER_ITEMS_MAX, storage: user.storage_max ?? USER_STORAGE_MAX };
}

const REQUEST_MORE = 'or ask the people who run this service for more room.';

function tooMany(usage: UsageRow, limits: UserLimits): string {
  const [items, maximum] = [usage.items, limits.items].map((count) => count.toLocaleString('en'));
  return `You have as many items as this service allows: ${items} of ${maximum}, drafts included. Delete some, ${REQUEST_MORE}`;
}

function tooLarge(usage: UsageRow, limits: UserLimits, bytes: number): string {
  const [storage, maximum, size] = [usage.storage, limits.storage, bytes].map(showBytes);
  return `Your storage is full: your photos take up ${storage} of ${maximum}, and this would add ${size}. Delete photos, ${REQUEST_MORE}`;
}

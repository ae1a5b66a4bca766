import type { FieldErrors, Limits } from '@kitroom/collection-client';
import type { Database } from '@kitroom/server/database/database';
import type { Config } from '../config.ts';
import { invalidFields } from '../invalid-input.ts';
import { showBytes } from './read-limit.ts';
import { findUsage, lockAdditions, type OwnLimits, type UsageRow } from './usage-queries.ts';

/** The limits of the service. */
export type ServiceLimits = Pick<Config, 'USER_ITEMS_MAX' | 'USER_STORAGE_MAX'>;

/** What is about to be added: items, and the bytes of originals. */
export interface Addition {
  items?: number;
  bytes?: number;
  /** The photo whose files are replaced. */
  photoId?: number;
}

declare const checked: unique symbol;

/** That an addition of a user was checked: only `admit` makes one, and nothing is inserted without. */
export interface Admission {
  userId: number;
  [checked]: true;
}

/** Whether a limit applies to a user, so that additions need a transaction. */
export function isLimited(service: ServiceLimits, user: OwnLimits): boolean {
  return Object.values(limitsOf(service, user)).some(Number.isFinite);
}

/**
 * Checks an addition against the limits of its user, who cannot add anything else until the transaction ends;
 * 400 if it exceeds one. It comes before all other locks of its transaction. Without limits it does nothing.
 */
export async function admit(
  transaction: Database,
  service: ServiceLimits,
  user: OwnLimits,
  addition: Addition,
): Promise<Admission> {
  // In another statement than the check, which so sees what the transaction before has added.
  if (isLimited(service, user)) await lockAdditions(transaction, user.id);
  const excess = await findExcess(transaction, service, user, addition);
  if (excess) throw invalidFields(excess);
  return { userId: user.id } as Admission;
}

/** The errors of an addition that exceeds a limit now; undefined if it exceeds none. */
export async function findExcess(
  db: Database,
  service: ServiceLimits,
  user: OwnLimits,
  { items = 0, bytes = 0, photoId }: Addition,
): Promise<FieldErrors | undefined> {
  const usage = isLimited(service, user) ? await findUsage(db, user.id, photoId) : undefined;
  // A user who was deleted is reported by the write.
  if (!usage) return undefined;
  const limits = limitsOf(service, usage);
  const errors = {
    ...(items > 0 && usage.items + items > limits.items && { non_field_errors: [tooMany(usage, limits)] }),
    ...(bytes > 0 && usage.storage + bytes > limits.storage && { image: [tooLarge(usage, limits, bytes)] }),
  };
  return Object.keys(errors).length > 0 ? errors : undefined;
}

/** What a user has and may have. */
export function toUsage(service: ServiceLimits, usage: UsageRow): NonNullable<Limits['usage']> {
  const { items, storage } = limitsOf(service, usage);
  return {
    items: usage.items,
    items_max: Number.isFinite(items) ? items : null,
    storage: usage.storage,
    storage_max: Number.isFinite(storage) ? storage : null,
  };
}

/** What a user has and may have, for pages. */
export function describeUsage(service: ServiceLimits, usage: UsageRow | undefined): Array<[string, string]> {
  if (!usage) return [];
  const { items, items_max, storage, storage_max } = toUsage(service, usage);
  const of = (has: number, max: number | null, show: (number: number) => string) =>
    max === null ? show(has) : `${show(has)} of at most ${show(max)}`;
  return [
    ['Items', of(items, items_max, (count) => count.toLocaleString('en'))],
    ['Storage of photos', of(storage, storage_max, showBytes)],
  ];
}

interface UserLimits {
  items: number;
  storage: number;
}

function limitsOf({ USER_ITEMS_MAX, USER_STORAGE_MAX }: ServiceLimits, user: OwnLimits): UserLimits {
  return { items: user.items_max ?? USER_ITEMS_MAX, storage: user.storage_max ?? USER_STORAGE_MAX };
}

const WHAT_TO_DO = 'or ask the people who run this service for more room.';

function tooMany(usage: UsageRow, limits: UserLimits): string {
  const [items, maximum] = [usage.items, limits.items].map((count) => count.toLocaleString('en'));
  return `You have as many items as this service allows: ${items} of ${maximum}, drafts included. Delete some, ${WHAT_TO_DO}`;
}

function tooLarge(usage: UsageRow, limits: UserLimits, bytes: number): string {
  const [storage, maximum, size] = [usage.storage, limits.storage, bytes].map(showBytes);
  return `Your storage is full: your photos take up ${storage} of ${maximum}, and this would add ${size}. Delete photos, ${WHAT_TO_DO}`;
}

import { isStorable } from '@kitroom/shared';
import { ServiceError } from '@kitroom/server/http/errors';
import { BULK_KITS_MAX, BULK_KITS_MIN } from '@kitroom/catalogue-client';

export interface BulkItem {
  slug: string;
  /** The archive's kit id, if a URL ends in one; used only if no kit has this slug. */
  archiveId?: number;
}

/**
 * Parses the comma-separated list of a bulk request: slugs, or URLs whose last path segment is one. Source: the bulk
 * rules.
 */
export function readBulkList(list: string): BulkItem[] {
  const items = list
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
    .map(readKitKey)
    .filter(({ slug }) => slug !== '');
  if (items.length < BULK_KITS_MIN)
    throw new ServiceError('invalid', `Minimum ${BULK_KITS_MIN} kits required`);
  if (items.length > BULK_KITS_MAX)
    throw new ServiceError('invalid', `Maximum ${BULK_KITS_MAX} kits allowed`);
  return items;
}

/** A kit by its slug or URL. */
export function readKitKey(item: string): BulkItem {
  if (!item.startsWith('http')) return { slug: item };
  const slug = lastSegment(item);
  const digits = /(?:^|-)(\d{1,10})$/.exec(slug)?.[1];
  return digits === undefined ? { slug } : { slug, archiveId: Number(digits) };
}

function lastSegment(address: string): string {
  const path = address.replace(/[?#].*$/s, '').replace(/(?<!\/)\/+$/, '');
  const segment = path.slice(path.lastIndexOf('/') + 1);
  try {
    const decoded = decodeURIComponent(segment);
    // A doubly encoded NUL appears here; the undecoded segment matches no slug.
    return isStorable(decoded) ? decoded : segment;
  } catch {
    return segment;
  }
}

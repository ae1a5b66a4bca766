import type { CollectionEntry, CollectionUser } from './collection-entry.ts';

/** A parsed page of a collection, in either of the archive's formats. */
export type ReadPage =
  | {
      kind: 'page';
      entries: CollectionEntry[];
      /** How many entries were skipped: unreadable, or not kits of the archive. */
      leftOut: number;
      hasMore: boolean;
      user: CollectionUser | undefined;
    }
  | { kind: 'unknown_user' }
  /** The response is not a JSON feed. */
  | { kind: 'not_json' }
  /** The archive sent a bot challenge. */
  | { kind: 'challenge' }
  | { kind: 'failed'; reason: string };

import type { CollectionEntry, CollectionUser, CustomEntry } from './collection-entry.ts';

/** A parsed page of a collection, in either of the archive's formats. */
export type ReadPage =
  | {
      kind: 'page';
      entries: CollectionEntry[];
      /** Entries that are not kits of the archive. */
      customEntries: CustomEntry[];
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

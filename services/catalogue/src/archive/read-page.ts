import type { CollectionEntry, CollectionUser } from './collection-entry.ts';

/** What a page of a collection comes to, in either of the archive's formats. */
export type ReadPage =
  | {
      kind: 'page';
      entries: CollectionEntry[];
      /** How many entries are no kits of the archive, or cannot be read. */
      leftOut: number;
      hasMore: boolean;
      user: CollectionUser | undefined;
    }
  | { kind: 'unknown_user' }
  /** There is no feed here. */
  | { kind: 'not_json' }
  /** The archive wants to see a browser. */
  | { kind: 'challenge' }
  | { kind: 'failed'; reason: string };

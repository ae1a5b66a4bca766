/** A file that the storage holds. */
export interface StoredFile {
  key: string;
  modifiedAt: Date;
}

/**
 * Keeps files under keys, `originals/3q2-7w….jpg`: a folder and an unguessable name. What exists under a key never
 * changes. All reject when the storage cannot be reached.
 */
export interface Storage {
  /** Stores a copy of a file of this machine; there is nothing under the key, or all of it, whatever happens. */
  put(key: string, path: string): Promise<void>;
  /** Writes a stored file to a path of this machine. */
  fetch(key: string, path: string): Promise<void>;
  /** Removes files; those that are not there count as removed. */
  remove(keys: readonly string[]): Promise<void>;
  /** All files, in no order. */
  list(): AsyncIterable<StoredFile>;
  /** Rejects when files can not be stored. */
  check(): Promise<void>;
  /** The address under which everyone can get a file; `baseUrl` is where the service itself is reached. */
  url(key: string, baseUrl: string): string;
}

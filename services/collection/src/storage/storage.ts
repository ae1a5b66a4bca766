/** A file that the storage holds. */
export interface StoredFile {
  key: string;
  modifiedAt: Date;
}

/**
 * Keeps files under keys, `originals/3q2-7w….jpg`: a folder and an unguessable name. What exists under a key never
 * changes. All reject when the storage cannot be reached, and throw a TypeError for what cannot be a key.
 */
export interface Storage {
  /** Stores a copy of a file of this machine; there is nothing under the key, or all of it, whatever happens. */
  put(key: string, path: string): Promise<void>;
  /**
   * Writes a stored file to a path of this machine, whose folder exists. Rejects with a MissingFileError if there is
   * nothing under the key; after another failure, part of the file may be at the path.
   */
  fetch(key: string, path: string): Promise<void>;
  /** Removes files; those that are not there count as removed. When it rejects, some of them may be left. */
  remove(keys: readonly string[]): Promise<void>;
  /** All files, in no order; what no key can name is left out. */
  list(): AsyncIterable<StoredFile>;
  /** Rejects when files can not be stored. */
  check(): Promise<void>;
  /** The address under which everyone can get a file; `baseUrl` is where the service itself is reached. */
  url(key: string, baseUrl: string): string;
  /** Lets go of connections. */
  close(): void;
}

/** There is no file under a key. */
export class MissingFileError extends Error {
  override readonly name = 'MissingFileError';

  constructor(key: string, options?: ErrorOptions) {
    super(`there is no file ${key}`, options);
  }
}

const KEY = /^[a-z][a-z0-9-]*(?:\/[\w-][\w.-]*)+$/;
const KEY_LENGTH = 200;

/** Whether a text can be a key: one that needs no escaping in a URL, and leaves no folder. */
export function isKey(text: string): boolean {
  return text.length <= KEY_LENGTH && KEY.test(text);
}

/** Throws a TypeError for what cannot be a key. */
export function assertKey(key: string): void {
  if (!isKey(key)) throw new TypeError(`${JSON.stringify(key)} is no key of a file`);
}

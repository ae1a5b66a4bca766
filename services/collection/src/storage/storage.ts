import { randomBytes } from 'node:crypto';
import { extname } from 'node:path';
import type { Readable } from 'node:stream';
import { unavailable } from '@kitroom/server/http/errors';

export interface StoredFile {
  key: string;
  modifiedAt: Date;
}

/**
 * Stores files under keys such as `originals/3q2-7w….jpg`: a folder and an unguessable name. The file of a
 * key never changes. All methods reject if the storage is unreachable, and throw a TypeError for an invalid
 * key.
 */
export interface Storage {
  /** Stores a copy of a local file, atomically. */
  put(key: string, path: string): Promise<void>;
  /**
   * Copies a stored file to a local path, whose folder must exist. Rejects with a MissingFileError if the key
   * does not exist. After any other failure, the path may contain part of the file.
   */
  fetch(key: string, path: string): Promise<void>;
  /** Reads a whole file, such as a photo, into memory. Rejects with a MissingFileError. */
  load(key: string): Promise<Buffer>;
  /** Opens a stored file, or a range of its bytes (both ends included). Rejects with a MissingFileError. */
  read(key: string, range?: { start: number; end: number }): Promise<Readable>;
  /** A file's size in bytes. Rejects with a MissingFileError, in S3 also if the bucket does not exist. */
  size(key: string): Promise<number>;
  /** Removes files; missing ones count as removed. If it rejects, some files may remain. */
  remove(keys: readonly string[]): Promise<void>;
  /** Lists all files in any order, except those without a valid key. */
  list(): AsyncIterable<StoredFile>;
  /** Rejects if files cannot be stored. */
  check(): Promise<void>;
  /** A file's public URL; `baseUrl` is that of the service. */
  url(key: string, baseUrl: string): string;
  /** Closes connections. */
  close(): void;
}

/**
 * The folder of files that only their owners can read, through an endpoint. Files in other folders, except
 * IMPORT_FOLDER, are public to everyone who knows their names.
 */
export const EXPORT_FOLDER = 'exports';

/** The folder of uploaded files that only the service itself reads. */
export const IMPORT_FOLDER = 'imports';

export class MissingFileError extends Error {
  override readonly name = 'MissingFileError';

  constructor(key: string, options?: ErrorOptions) {
    super(`there is no file ${key}`, options);
  }
}

const KEY = /^[a-z][a-z0-9-]*(?:\/[\w-][\w.-]*)+$/;
const KEY_LENGTH = 200;

/** Whether a string is a valid key, which needs no escaping in a URL and does not leave its folder. */
export function isKey(text: string): boolean {
  return text.length <= KEY_LENGTH && KEY.test(text);
}

/** Returns the key. Throws a TypeError if it is invalid. */
export function checkKey(key: string): string {
  if (!isKey(key)) throw new TypeError(`${JSON.stringify(key)} is not a valid storage key`);
  return key;
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.avif': 'image/avif',
  '.gif': 'image/gif',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.zip': 'application/zip',
};

/** The content type of a stored file, by its key's extension. */
export function contentTypeOf(key: string): string {
  return CONTENT_TYPES[extname(key)] ?? 'application/octet-stream';
}

/** The file of a key never changes, so it may be cached for a year. */
export const FILE_CACHE_CONTROL = 'public, max-age=31536000, immutable';

/** The random bytes of a name: unguessable, and 27 characters long. */
const NAME_BYTES = 20;

/** A new, unguessable key: `originals/3q2-7w….jpg`. */
export function newKey(folder: string, extension: string): string {
  return `${folder}/${randomBytes(NAME_BYTES).toString('base64url')}.${extension}`;
}

/** Stores a local file under a new key, which it returns. Throws a 503 while the storage is unavailable. */
export async function storeFile(
  storage: Storage,
  { folder, extension, path }: { folder: string; extension: string; path: string },
): Promise<string> {
  const key = newKey(folder, extension);
  await storage.put(key, path).catch((error: unknown) => {
    throw unavailable(error);
  });
  return key;
}

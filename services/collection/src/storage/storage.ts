import { randomBytes } from 'node:crypto';
import { extname } from 'node:path';
import type { Readable } from 'node:stream';
import { unavailable } from '@kitroom/server/http/errors';

export interface StoredFile {
  key: string;
  modifiedAt: Date;
}

/**
 * Stores files under keys, `originals/3q2-7w….jpg`: a folder and an unguessable name. Files never change
 * under their key. All methods reject if the storage is unreachable, and throw a TypeError for an invalid
 * key.
 */
export interface Storage {
  /** Stores a copy of a local file, atomically. */
  put(key: string, path: string): Promise<void>;
  /**
   * Copies a stored file to a local path, whose folder must exist. Rejects with a MissingFileError if the key
   * does not exist; after another failure the path may hold part of the file.
   */
  fetch(key: string, path: string): Promise<void>;
  /** Reads a whole file into memory: for photos. Rejects with a MissingFileError. */
  load(key: string): Promise<Buffer>;
  /** Opens a stored file, or a range of its bytes (both ends included). Rejects with a MissingFileError. */
  read(key: string, range?: { start: number; end: number }): Promise<Readable>;
  /** A file's size in bytes. Rejects with a MissingFileError, in S3 also if the bucket does not exist. */
  size(key: string): Promise<number>;
  /** Removes files; missing ones count as removed. If it rejects, some may be left. */
  remove(keys: readonly string[]): Promise<void>;
  /** All files, in no order; those without a valid key are skipped. */
  list(): AsyncIterable<StoredFile>;
  /** Rejects if files cannot be stored. */
  check(): Promise<void>;
  /** A file's public URL; `baseUrl` is that of the service. */
  url(key: string, baseUrl: string): string;
  /** Closes connections. */
  close(): void;
}

/**
 * The folder of files that only their owners get, through an endpoint. All others are public under their
 * names.
 */
export const OWNED_FOLDER = 'exports';

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

/** Whether a text is a valid key: needs no escaping in a URL, and does not leave its folder. */
export function isKey(text: string): boolean {
  return text.length <= KEY_LENGTH && KEY.test(text);
}

/** The key; throws a TypeError for an invalid one. */
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

/** Files never change under their key, so they may be cached for a year. */
export const FILE_CACHE_CONTROL = 'public, max-age=31536000, immutable';

/** Unguessable, in 27 characters. */
const NAME_BYTES = 20;

/** A new, unguessable key: `originals/3q2-7w….jpg`. */
export function newKey(folder: string, extension: string): string {
  return `${folder}/${randomBytes(NAME_BYTES).toString('base64url')}.${extension}`;
}

/** Stores a local file under a new key, which it returns; 503 while the storage is unavailable. */
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

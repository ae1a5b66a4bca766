import { extname } from 'node:path';

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

import { extname } from 'node:path';

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.avif': 'image/avif',
  '.gif': 'image/gif',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
};

/** The content type of a stored file, by what its key ends with. */
export function contentTypeOf(key: string): string {
  return CONTENT_TYPES[extname(key)] ?? 'application/octet-stream';
}

/** A file never changes under its key: who has it need not ask again for a year. */
export const FILE_CACHE_CONTROL = 'public, max-age=31536000, immutable';

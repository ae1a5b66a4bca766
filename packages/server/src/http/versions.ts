import { createHash } from 'node:crypto';

/** The version of a record: a short text without dots, equal for equal values. */
export function versionOf(value: unknown): string {
  return createHash('sha1').update(JSON.stringify(value)).digest('base64url');
}

/** The entity tag of a response that shows a version of a record: `"<version>.<hash of the body>"`. */
export function versionedTag(version: string, etag: string): string {
  return etag.replace('"', `"${version}.`);
}

/**
 * Whether `If-Match` lets a record of this version be changed. Only the first part of its tags counts, so
 * that weak tags, which proxies make, and those of compressed bodies do as well. Without the header every
 * version will do.
 */
export function isMatched(ifMatch: string | undefined, version: string): boolean {
  if (ifMatch === undefined) return true;
  const tags = ifMatch.split(',').map((tag) => tag.trim());
  return tags.some((tag) => tag === '*' || /^(?:W\/)?"([^".]*)/.exec(tag)?.[1] === version);
}

import { createHash } from 'node:crypto';

/** The version of a record: a short string without dots, equal for equal values. */
export function versionOf(value: unknown): string {
  return createHash('sha1').update(JSON.stringify(value)).digest('base64url');
}

/** The entity tag of a response that shows a version of a record: `"<version>.<hash of the body>"`. */
export function versionedTag(version: string, etag: string): string {
  return etag.replace('"', `"${version}.`);
}

/**
 * Whether `If-Match` allows a record with this version to be changed. Only the first part of its tags is
 * compared, so that weak tags, which proxies create, and tags of compressed bodies match too. Without the
 * header, every version matches.
 */
export function isMatched(ifMatch: string | undefined, version: string): boolean {
  if (ifMatch === undefined) return true;
  const tags = ifMatch.split(',').map((tag) => tag.trim());
  return tags.some((tag) => tag === '*' || /^(?:W\/)?"([^".]*)/.exec(tag)?.[1] === version);
}

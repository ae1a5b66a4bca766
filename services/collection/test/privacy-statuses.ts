import type { Access } from './privacy-rules.ts';

/** A request by a viewer for an owner's record. */
export interface AccessRequest {
  method: string;
  /** An anonymous client, a stranger, or the owner whose profile is public or private. */
  viewer: 'nobody' | 'stranger' | 'public' | 'private';
  profile: 'public' | 'private';
  kind?: 'public' | 'private' | 'draft';
}

/**
 * The expected status; undefined if it depends on more than the caller. See
 * docs/behaviour/collection.md#privacy.
 */
export function toStatus(access: Access, request: AccessRequest): number | undefined {
  const { method, viewer, profile } = request;
  if (access === 'open') return undefined;
  if (access === 'shared') return 200;
  if (access === 'shared-item') return request.kind === 'public' ? 200 : 404;
  if (viewer === 'nobody') return 401;
  if (access === 'self' || access === 'users' || viewer === profile) return undefined;
  if (access === 'export' || access === 'import' || access === 'share') return 404;
  const isPublic = profile === 'public' && (request.kind ?? 'public') === 'public';
  if (access === 'collection') return isPublic ? 200 : 403;
  if (!isPublic) return 404;
  return method === 'GET' && access !== 'own-item' ? 200 : 403;
}

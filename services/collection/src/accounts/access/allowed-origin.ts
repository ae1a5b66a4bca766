import { isOneOfOrigins } from '@kitroom/server/http/allowed-origins';
import { readBaseUrl } from '@kitroom/server/http/request-context';
import type { Request } from 'express';
import type { Context } from '../../context.ts';

/** Whether an origin is this service's own, as seen by clients, or that of a front-end app. */
export function isAllowedOrigin(origin: string, request: Request, config: Context['config']): boolean {
  const own = new URL(readBaseUrl(request, { publicUrl: config.PUBLIC_URL })).origin;
  return origin === own || isOneOfOrigins(origin, config.CORS_ORIGINS);
}

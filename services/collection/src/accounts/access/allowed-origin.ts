import { isOneOfOrigins } from '@kitroom/server/http/allowed-origins';
import { readBaseUrl } from '@kitroom/server/http/request-context';
import type { Config } from '../../config.ts';
import type { Request } from 'express';

/** Whether an origin is this service's own, as seen by clients, or that of a front-end app. */
export function isAllowedOrigin(origin: string, request: Request, config: Config): boolean {
  const own = new URL(readBaseUrl(request, { publicUrl: config.PUBLIC_URL })).origin;
  return origin === own || isOneOfOrigins(origin, config.CORS_ORIGINS);
}

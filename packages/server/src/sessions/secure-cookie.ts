import type { Request } from 'express';

/**
 * In production browsers come through HTTPS, whatever the last proxy speaks with this service: the session's cookie,
 * which is marked `Secure`, is sent also where TRUST_PROXY does not let Express know. Without this nobody could sign
 * in there.
 */
export function sendSecureCookie(request: Request): void {
  Object.defineProperty(request, 'secure', { value: true, configurable: true });
}

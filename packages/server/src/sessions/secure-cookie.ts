import type { Request } from 'express';

/**
 * In production browsers always connect over HTTPS, whatever protocol the last proxy uses to reach this service. Makes
 * Express set the `Secure` session cookie even if TRUST_PROXY does not cover that proxy; otherwise nobody could sign
 * in.
 */
export function sendSecureCookie(request: Request): void {
  Object.defineProperty(request, 'secure', { value: true, configurable: true });
}

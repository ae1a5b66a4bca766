/**
 * Parses a `Retry-After` header (seconds or an HTTP date) to milliseconds from now. Undefined if it is absent
 * or invalid. See https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3.
 */
export function parseRetryAfter(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d+$/.test(header)) return Number(header) * 1000;
  // All HTTP date formats start with a day's name; the oldest one implies GMT.
  const at = /^[A-Z][a-z]{2}/.test(header) ? Date.parse(header.replace(/( GMT)?$/, ' GMT')) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now());
}

/**
 * What a `Retry-After` header asks for, in milliseconds from now: seconds or an HTTP date. Undefined when it
 * is absent or neither. Source: RFC 9110, sections 10.2.3 and 5.6.7.
 */
export function parseRetryAfter(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d+$/.test(header)) return Number(header) * 1000;
  // Every form of an HTTP date starts with a day's name; the oldest one does not say that it means GMT.
  const at = /^[A-Z][a-z]{2}/.test(header) ? Date.parse(header.replace(/( GMT)?$/, ' GMT')) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now());
}

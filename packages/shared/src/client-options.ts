/** The base URL of a service, http or https, with or without a path. Throws a `TypeError` for anything else. */
export function toBaseUrl(text: string | URL): URL {
  const url = URL.canParse(String(text)) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '') return url;
  throw new TypeError('baseUrl must be an http or https URL without a query string');
}

// Timers hold no more than this, and would fire at once.
const LONGEST = 2 ** 31 - 1;

/** A number of milliseconds that a timer can wait; throws a `TypeError` that names the option for any other. */
export function toMilliseconds(name: string, value: number): number {
  if (value > 0 && value <= LONGEST) return value;
  throw new TypeError(`${name} must be a number of milliseconds, above 0 and at most ${LONGEST}`);
}

/** A whole number from 0; throws a `TypeError` that names the option for any other. */
export function toCount(name: string, value: number): number {
  if (Number.isSafeInteger(value) && value >= 0) return value;
  throw new TypeError(`${name} must be a whole number, 0 or more`);
}

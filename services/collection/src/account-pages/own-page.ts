const NOWHERE = 'http://here.invalid';

/** The pages of this site, as paths name them once dots and escapes are resolved. */
const OWN_PAGES = /^\/(?:accounts|admin)(?:\/|$)/;

/**
 * The page that somebody wanted to see, as a path; `fallback` for what is no page of this site. Nobody is sent elsewhere
 * by a link to the sign-in, and to no endpoint either, as some do something.
 */
export function toOwnPage(next: string | undefined, fallback: string): string {
  if (next === undefined || !/^\/(?!\/)[^\\\p{Cc}\s]*$/u.test(next)) return fallback;
  const url = URL.parse(next, NOWHERE);
  return url?.origin === NOWHERE && OWN_PAGES.test(url.pathname) ? `${url.pathname}${url.search}` : fallback;
}

const NOWHERE = 'http://here.invalid';

/** The pages of this site, by normalised path. */
const OWN_PAGES = /^\/(?:accounts|admin)(?:\/|$)/;

/**
 * The page to return to, as a path; `fallback` if it is not a page of this site. Prevents open redirects, and
 * redirects to endpoints, as some have side effects.
 */
export function toOwnPage(next: string | undefined, fallback: string): string {
  if (next === undefined || !/^\/(?!\/)[^\\\p{Cc}\s]*$/u.test(next)) return fallback;
  const url = URL.parse(next, NOWHERE);
  return url?.origin === NOWHERE && OWN_PAGES.test(url.pathname) ? `${url.pathname}${url.search}` : fallback;
}

const NOWHERE = 'http://here.invalid';

/** The pages of this site, by normalised path. */
const OWN_PAGES = /^\/(?:accounts|admin)(?:\/|$)/;

/**
 * The page to return to: a path of this site, or an address of the showcase; `fallback` if it is neither. Prevents open
 * redirects, and redirects to endpoints, as some have side effects.
 */
export function toOwnPage(next: string | undefined, fallback: string, showcase?: string): string {
  const url = parseNext(next, NOWHERE);
  if (url?.origin === NOWHERE)
    return OWN_PAGES.test(url.pathname) ? `${url.pathname}${url.search}` : fallback;
  return url && showcase !== undefined && isBelow(url, new URL(showcase)) ? url.href : fallback;
}

/**
 * The URL of a path of the site at `base`, or of an absolute address without credentials, normalised so that no path
 * can be mistaken for a host. Browsers treat a backslash as a slash, and ignore control characters.
 */
export function parseNext(next: string | undefined, base: string): URL | undefined {
  if (next === undefined || !/^(?:\/(?!\/)|https?:\/\/)[^\\\p{Cc}\s]*$/u.test(next)) return undefined;
  const url = URL.parse(next, base);
  return url?.username === '' && url.password === '' ? url : undefined;
}

function isBelow(url: URL, root: URL): boolean {
  return url.origin === root.origin && `${url.pathname}/`.startsWith(root.pathname.replace(/\/?$/, '/'));
}

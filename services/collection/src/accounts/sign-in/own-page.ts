const NOWHERE = 'http://here.invalid';

/** The pages of this site, by normalised path. */
const OWN_PAGES = /^\/(?:accounts|admin)(?:\/|$)/;

/**
 * The page to return to: a path of this site, or an address of the showcase; `fallback` if it is neither. Prevents open
 * redirects, and redirects to endpoints, as some have side effects.
 */
export function toOwnPage(next: string | undefined, fallback: string, showcase?: string): string {
  if (next === undefined || !/^(?:\/(?!\/)|https?:\/\/)[^\\\p{Cc}\s]*$/u.test(next)) return fallback;
  const url = URL.parse(next, NOWHERE);
  if (url?.origin === NOWHERE)
    return OWN_PAGES.test(url.pathname) ? `${url.pathname}${url.search}` : fallback;
  return url && showcase !== undefined && isBelow(url, new URL(showcase)) ? url.href : fallback;
}

function isBelow(url: URL, root: URL): boolean {
  const isBare = url.username === '' && url.password === '';
  return (
    isBare && url.origin === root.origin && `${url.pathname}/`.startsWith(root.pathname.replace(/\/?$/, '/'))
  );
}

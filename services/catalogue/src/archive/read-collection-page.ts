import { JSDOM } from 'jsdom';
import { resolveImage, toCollectionEntry, type CollectionUser } from './collection-entry.ts';
import type { ReadPage } from './read-page.ts';
import { toCollectionUser } from './read-user-feed.ts';

/** The picture of collectors without one. */
const NO_PROFILE_PICTURE = '/static/profilepic/0_default.jpg';
/** Far more tags, and far deeper nested, than a page of the archive has: building such a tree would take too long. */
const TAGS_MAX = 20_000;
const DEPTH_MAX = 2000;
const VOID_TAGS = new Set(['br', 'hr', 'img', 'input', 'link', 'meta', 'source', 'wbr']);
const CHALLENGE =
  /just a moment|attention required|verify you are human|checking your browser|cf-challenge|cf-chl/i;

/**
 * Reads page number `page` of a collection from the archive's HTML. Nothing in it is run or loaded.
 * Source: the facts about the archive, HTML pages.
 */
export function readCollectionPage(html: string, baseUrl: string, page: number): ReadPage {
  if (!isReasonable(html)) return garbage();
  const { window } = new JSDOM(html);
  try {
    return readDocument(window.document, html, { baseUrl, page });
  } finally {
    window.close();
  }
}

function readDocument(
  document: Document,
  html: string,
  { baseUrl, page }: { baseUrl: string; page: number },
): ReadPage {
  if (document.title.includes('404 Not Found')) return { kind: 'unknown_user' };
  const containers = document.querySelectorAll('.kit-container');
  const user = readUser(document, baseUrl);
  if (containers.length === 0 && !user) return CHALLENGE.test(html) ? { kind: 'challenge' } : garbage();
  const kits = [...document.querySelectorAll('.kit-container div.kit')];
  const entries = kits.map((kit) => readKit(kit, baseUrl)).filter((entry) => entry !== undefined);
  return {
    kind: 'page',
    entries,
    leftOut: kits.length - entries.length,
    hasMore: kits.length > 0 && hasPageAfter(document, page),
    user,
  };
}

function readKit(kit: Element, baseUrl: string) {
  const image = kit.querySelector('img');
  const season = kit.querySelector('.kit-season');
  const title = season?.getAttribute('title')?.replace(/\s+Kit\s*$/, '');
  const [years = '', ...type] = (title || season?.textContent || '').trim().split(/\s+/);
  return toCollectionEntry(
    {
      id: kit.id,
      path: kit.querySelector('a[href]')?.getAttribute('href') ?? undefined,
      team: kit.querySelector('.kit-teamname')?.textContent ?? undefined,
      season: years,
      type: type.join(' '),
      image: image?.getAttribute('data-src') ?? image?.getAttribute('src') ?? undefined,
    },
    baseUrl,
  );
}

function readUser(document: Document, baseUrl: string): CollectionUser | undefined {
  const picture = document.querySelector('img.profilepic-main')?.getAttribute('src') ?? '';
  const additions = [...document.querySelectorAll('.content-c p b')].find((bold) =>
    /^\s*Additions/.test(bold.nextSibling?.textContent ?? ''),
  );
  return toCollectionUser({
    name: document.querySelector('h1 .main-title')?.textContent ?? undefined,
    image: picture.includes(NO_PROFILE_PICTURE) ? undefined : resolveImage(picture, baseUrl),
    // `<b>4</b> Additions` counts the points.
    points: additions?.textContent ?? undefined,
  });
}

/** The pager leads on if it names a higher page than the one that was read. */
function hasPageAfter(document: Document, page: number): boolean {
  return [...document.querySelectorAll('.pager a.button')].some((link) => readPageNumber(link) > page);
}

function readPageNumber(link: Element): number {
  return Number(/[?&]p=(\d+)/.exec(link.getAttribute('href') ?? '')?.[1] ?? Number.NaN);
}

/** Whether a tree can be built of it in a moment. */
function isReasonable(html: string): boolean {
  let tags = 0;
  let depth = 0;
  for (const [, slash, name = ''] of html.matchAll(/<(\/?)([a-z][a-z0-9]*)/gi)) {
    tags += 1;
    if (slash) depth -= 1;
    else if (!VOID_TAGS.has(name.toLowerCase())) depth += 1;
    if (tags > TAGS_MAX || depth > DEPTH_MAX) return false;
  }
  return true;
}

function garbage(): ReadPage {
  return { kind: 'failed', reason: 'The archive answered with a page that is no collection.' };
}

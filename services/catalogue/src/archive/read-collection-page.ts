import { JSDOM } from 'jsdom';
import { PAGE_ENTRIES_MAX } from '../limits.ts';
import {
  resolveProfilePicture,
  toCollectionEntry,
  tooLarge,
  type CollectionUser,
  type ReadPage,
} from './collection-entry.ts';
import { isTooComplex } from './page-complexity.ts';
import { toCollectionUser } from './read-user-feed.ts';

const CHALLENGE =
  /just a moment|attention required|verify you are human|checking your browser|cf-challenge|cf-chl/i;

/**
 * Parses page number `page` of a collection from the archive's HTML, without running scripts or loading
 * resources. See docs/behaviour/archive.md#html-pages.
 */
export function readCollectionPage(html: string, baseUrl: string, page: number): ReadPage {
  if (isTooComplex(html)) return notACollection();
  const { window } = new JSDOM();
  try {
    // `parseFromString` creates no windows for frames, each of which would cost as much as a page.
    const document = new window.DOMParser().parseFromString(html, 'text/html');
    return readDocument(document, html, { baseUrl, page });
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
  if (containers.length === 0 && !user)
    return CHALLENGE.test(html) ? { kind: 'challenge' } : notACollection();
  const kits = withoutNested(document.querySelectorAll('.kit-container div.kit'));
  if (kits.length > PAGE_ENTRIES_MAX) return tooLarge();
  const entries = kits.map((kit) => readKit(kit, baseUrl)).filter((entry) => entry !== undefined);
  return {
    kind: 'page',
    entries,
    customEntries: [],
    leftOut: kits.length - entries.length,
    hasMore: hasPageAfter(document, page),
    user,
  };
}

/**
 * Returns the elements that are not nested in another one, because searching deeply nested kits would take
 * exponential time.
 */
function withoutNested(elements: Iterable<Element>): Element[] {
  const kept: Element[] = [];
  for (const element of elements) if (!kept.at(-1)?.contains(element)) kept.push(element);
  return kept;
}

function readKit(kit: Element, baseUrl: string) {
  const image = kit.querySelector('img');
  const season = kit.querySelector('.kit-season');
  const title = season
    ?.getAttribute('title')
    ?.trimEnd()
    .replace(/\sKit$/, '');
  const [years = '', ...type] = (title?.trim() || season?.textContent || '').trim().split(/\s+/);
  return toCollectionEntry(
    {
      id: kit.id,
      path: kit.querySelector('a[href]')?.getAttribute('href') ?? undefined,
      team: kit.querySelector('.kit-teamname')?.textContent ?? undefined,
      season: years,
      type: type.join(' '),
      image: image?.getAttribute('data-src')?.trim() || image?.getAttribute('src') || undefined,
    },
    baseUrl,
  );
}

function readUser(document: Document, baseUrl: string): CollectionUser | undefined {
  const picture = document.querySelector('img.profilepic-main')?.getAttribute('src') ?? undefined;
  const additions = [...document.querySelectorAll('.content-c p b')].find((bold) =>
    /^\s*Additions/.test(bold.nextSibling?.textContent ?? ''),
  );
  return toCollectionUser({
    name: document.querySelector('h1 .main-title')?.textContent ?? undefined,
    image: resolveProfilePicture(picture, baseUrl),
    // The points are the number in `<b>4</b> Additions`.
    points: additions?.textContent ?? undefined,
  });
}

/** Whether the pager links to a higher page number. */
function hasPageAfter(document: Document, page: number): boolean {
  return [...document.querySelectorAll('.pager a.button')].some((link) => readPageNumber(link) > page);
}

function readPageNumber(link: Element): number {
  return Number(/[?&]p=(\d+)/.exec(link.getAttribute('href') ?? '')?.[1] ?? Number.NaN);
}

function notACollection(): ReadPage {
  return { kind: 'failed', reason: 'The archive responded with a page that is not a collection.' };
}

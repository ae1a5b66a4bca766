import { describe, expect, it } from '@jest/globals';
import {
  STAND_IN_COLLECTORS,
  STAND_IN_KIT_COUNTS,
} from '@kitroom/devstack/stand-in-archive/stand-in-collectors';
import { writeCollectionFeed, writeUserFeed } from '@kitroom/devstack/stand-in-archive/stand-in-feeds';
import { writeCollectionPage } from '@kitroom/devstack/stand-in-archive/stand-in-pages';
import type { CollectionEntry, CollectionUser, ReadPage } from './collection-entry.ts';
import { readCollectionPage } from './read-collection-page.ts';
import { readFeedPage } from './read-feed.ts';
import { readUserFeed } from './read-user-feed.ts';

const SITE = 'https://archive.example';
const PAGES_MAX = 100;
const userids = Object.values(STAND_IN_COLLECTORS);

describe('feed and HTML readers', () => {
  it.each(userids)('return the same entries for collector %i', (userid) => {
    const feed = readAll((page) =>
      readFeedPage(JSON.stringify(writeCollectionFeed({ userid, page }, SITE)), SITE),
    );
    const pages = readAll((page) => readPage(userid, page));
    expect(feed.entries).toHaveLength(STAND_IN_KIT_COUNTS[userid] ?? -1);
    // The pages have fewer fields.
    expect(feed.entries).toMatchObject(pages.entries);
    expect(pages.leftOut).toBe(0);
  });

  it.each(userids)('return the same profile for collector %i', (userid) => {
    const user = readUserFeed(JSON.stringify(writeUserFeed(userid)), SITE);
    // The pages have fewer fields.
    const { twitter: _twitter, instagram: _instagram, description: _description, ...rest } = user ?? {};
    expect(rest).toHaveProperty('name');
    expect(readUser(userid)).toEqual(rest);
  });

  it('return no entries and no profile for an unknown collector', () => {
    const feed = JSON.stringify(writeCollectionFeed({ userid: 9, page: 1 }, SITE));
    expect(readFeedPage(feed, SITE)).toEqual({ kind: 'unknown_user' });
    expect(readUserFeed(JSON.stringify(writeUserFeed(9)), SITE)).toBeUndefined();
  });
});

function readPage(userid: number, page: number): ReadPage {
  return readCollectionPage(writeCollectionPage({ userid, page }, SITE) ?? '', SITE, page);
}

function readUser(userid: number): CollectionUser | undefined {
  const page = readPage(userid, 1);
  return page.kind === 'page' ? page.user : undefined;
}

function readAll(read: (page: number) => ReadPage): { entries: CollectionEntry[]; leftOut: number } {
  const entries: CollectionEntry[] = [];
  let leftOut = 0;
  for (let number = 1; number <= PAGES_MAX; number += 1) {
    const page = read(number);
    if (page.kind !== 'page') throw new Error(`page ${number} is ${page.kind}`);
    entries.push(...page.entries);
    leftOut += page.leftOut;
    if (!page.hasMore) return { entries, leftOut };
  }
  throw new Error('the collection has no end');
}

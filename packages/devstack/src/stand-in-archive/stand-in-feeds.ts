import { findStandInCollector, type StandInCollector } from './stand-in-collectors.ts';
import { showImage, type StandInKit } from './stand-in-kits.ts';

/** The archive ignores the requested page size. */
const pageSize = 20;

/** A page of a collection, in the format of `/api/collection-feed.php`. */
export function writeCollectionFeed(
  { userid, page }: { userid: number; page: number },
  site: string,
): object {
  const collector = findStandInCollector(userid);
  if (!collector) return { success: false, error: 'User not found' };
  const entries = listEntries(collector, site);
  const end = page * pageSize;
  return { success: true, entries: entries.slice(end - pageSize, end), more_available: end < entries.length };
}

/** A collector, in the format of `/api/user.php`. */
export function writeUserFeed(userid: number): object {
  const collector = findStandInCollector(userid);
  if (!collector) return { error: 'User not found' };
  const { kits: _, ...user } = collector;
  return { user };
}

// The 2nd of every 19 kits is followed by a free-text entry, so that 57 kits fill three pages exactly.
function listEntries({ id, kits }: StandInCollector, site: string): object[] {
  return kits.flatMap((kit, index) => {
    const entry = toEntry(id, kit, index, site);
    return index % 19 === 1 ? [entry, toCustomEntry(id, kit, index, site)] : [entry];
  });
}

function toEntry(userid: number, kit: StandInKit, index: number, site: string): Record<string, unknown> {
  const id = userid * 1000 + index;
  const image = showImage(kit, site);
  return {
    id: index % 9 === 4 ? String(id) : id,
    userid: index % 5 === 3 ? String(userid) : userid,
    kit: toFeedKit(kit, index, image),
    size: ['M', 'L', '', null][index % 4],
    condition: index % 3 === 0 ? 'Excellent' : null,
    notes: index % 6 === 1 ? 'From a flea market; “as new”.' : '',
    tags: index % 7 === 2 ? ['match worn'] : [],
    images: image === undefined ? [] : [{ url: image, preview_url: image, thumbnail_url: image, order: 1 }],
    image_url: index % 2 === 0 ? (image ?? null) : null,
    purchase_price: null,
    purchase_currency: 'EUR',
    purchase_date: index % 8 === 0 ? '2023-11-04' : null,
    value: index % 10 === 0 ? '75.00' : null,
    custom_team: null,
    custom_type: null,
    custom_season: null,
    custom_league: null,
    custom_brand: null,
  };
}

// Optional fields are present, null or missing, depending on the index.
function toFeedKit(kit: StandInKit, index: number, image: string | undefined): object {
  return {
    id: index % 4 === 1 ? String(kit.id) : kit.id,
    team_name: kit.team,
    season: kit.season,
    type: kit.type,
    url: kit.path,
    ...(image === undefined && index % 2 === 0 ? {} : { image_url: image ?? null }),
    ...optional('brand_name', index % 7, 'Lorentz Sport'),
    ...optional('league', index % 8, { id: 7, name: 'First Division', country: index % 3 ? 'ES' : '' }),
    ...optional('design', index % 5, 'Stripes'),
    ...optional('kitcolor1', index % 9, 'Sky blue'),
    ...optional('kitcolor2', index % 6, 'White'),
    ...optional('kitcolor3', index % 3, 'Navy'),
  };
}

function optional(name: string, index: number, value: unknown): object {
  return index === 1 ? {} : { [name]: index === 2 ? null : value };
}

// Any of the five fields makes an entry free text. Some of these entries also have a kit, which must be
// ignored.
function toCustomEntry(userid: number, kit: StandInKit, index: number, site: string): object {
  const field = ['custom_team', 'custom_type', 'custom_season', 'custom_league', 'custom_brand'][index % 5];
  const entry = toEntry(userid, kit, index, site);
  return {
    ...entry,
    id: userid * 1000 + 900 + index,
    kit: index % 2 === 0 ? null : entry.kit,
    [field ?? '']: 'Works team of my uncle',
  };
}

import { findStandInCollector, type StandInCollector } from './stand-in-collectors.ts';
import { showImage, type StandInKit } from './stand-in-kits.ts';

/** The archive's maximum, whatever is requested. */
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

// Every 2nd of 19 kits is followed by a free-text entry: 57 kits make three full pages.
function listEntries({ id, kits }: StandInCollector, site: string): object[] {
  return kits.flatMap((kit, place) => {
    const entry = toEntry(id, kit, place, site);
    return place % 19 === 1 ? [entry, toCustomEntry(id, kit, place, site)] : [entry];
  });
}

function toEntry(userid: number, kit: StandInKit, place: number, site: string): Record<string, unknown> {
  const id = userid * 1000 + place;
  const image = showImage(kit, site);
  return {
    id: place % 9 === 4 ? String(id) : id,
    userid: place % 5 === 3 ? String(userid) : userid,
    kit: toFeedKit(kit, place, image),
    size: ['M', 'L', '', null][place % 4],
    condition: place % 3 === 0 ? 'Excellent' : null,
    notes: place % 6 === 1 ? 'From a flea market; “as new”.' : '',
    tags: place % 7 === 2 ? ['match worn'] : [],
    images: image === undefined ? [] : [{ url: image, preview_url: image, thumbnail_url: image, order: 1 }],
    image_url: place % 2 === 0 ? (image ?? null) : null,
    purchase_price: null,
    purchase_currency: 'EUR',
    purchase_date: place % 8 === 0 ? '2023-11-04' : null,
    value: place % 10 === 0 ? '75.00' : null,
    custom_team: null,
    custom_type: null,
    custom_season: null,
    custom_league: null,
    custom_brand: null,
  };
}

// An optional field is present, null or missing.
function toFeedKit(kit: StandInKit, place: number, image: string | undefined): object {
  return {
    id: place % 4 === 1 ? String(kit.id) : kit.id,
    team_name: kit.team,
    season: kit.season,
    type: kit.type,
    url: kit.path,
    ...(image === undefined && place % 2 === 0 ? {} : { image_url: image ?? null }),
    ...optional('brand_name', place % 7, 'Lorentz Sport'),
    ...optional('league', place % 8, { id: 7, name: 'First Division', country: place % 3 ? 'ES' : '' }),
    ...optional('design', place % 5, 'Stripes'),
    ...optional('kitcolor1', place % 9, 'Sky blue'),
    ...optional('kitcolor2', place % 6, 'White'),
    ...optional('kitcolor3', place % 3, 'Navy'),
  };
}

function optional(name: string, place: number, value: unknown): object {
  return place === 1 ? {} : { [name]: place === 2 ? null : value };
}

// One of the five fields makes an entry free text; some also name a kit, which must be ignored.
function toCustomEntry(userid: number, kit: StandInKit, place: number, site: string): object {
  const field = ['custom_team', 'custom_type', 'custom_season', 'custom_league', 'custom_brand'][place % 5];
  const entry = toEntry(userid, kit, place, site);
  return {
    ...entry,
    id: userid * 1000 + 900 + place,
    kit: place % 2 === 0 ? null : entry.kit,
    [field ?? '']: 'Works team of my uncle',
  };
}

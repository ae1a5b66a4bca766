import { COUNTS_MAX } from '../contracts/archive-filters.ts';
import { FACET_VALUES_MAX } from '../contracts/collection-facets.ts';
import { FIXED_LIMITS } from '../contracts/reference.ts';
import { SHARE_EXPIRED_DAYS, SHARE_UNLOCKED_HOURS, SHARES_MAX } from '../contracts/shares.ts';

const ofRecords = (records: string) =>
  `At most ${COUNTS_MAX} ${records}, largest count first. Texts that are equal, ignoring case and accents, ` +
  'count as one, with `id` null.';

/** The names of the limits of text lengths. */
const LENGTHS = Object.values(FIXED_LIMITS)
  .flatMap((limits) => Object.keys(limits))
  .filter((name) => name.endsWith('_length'));

/** Descriptions of collections, share links and reference data. */
export const COLLECTION_TEXTS_BY_NAME = {
  'tags.Collections': 'Public collections, and the caller’s own.',
  'tags.Shares': 'Links that give read access to a collection or an item without an account.',
  'tags.Reference data': 'The colours, sizes, designs and types that items refer to, and all limits.',
  'tags.Archive':
    'The catalogue, for front ends that use only this service. Responses are those of the catalogue. While ' +
    'it is unavailable, the last response is sent, at most 24 hours old, with `X-Cache: STALE`.',

  Collection: 'The owner’s profile and statistics of the collection.',
  CollectionSummary: 'A public collection of a list.',
  'CollectionSummary.item_count': 'The number of public items.',
  'CollectionSummary.latest_photo': 'The newest photo of a public item.',
  'CollectionSummary.updated_at': 'When a public item was last added, changed or removed.',
  'CollectionSummary.name': 'The full name of the owner; may be empty.',
  user_id: 'The id of the owner, as in `/api/collections/{user_id}/`.',
  avatar: 'The URL of the owner’s picture, or null.',
  CollectionOwner: 'The public profile of the owner.',
  CollectionPage: 'A page of collections.',
  ItemPage: 'A page of items.',
  results: 'The entries of this page, or all entries of an unpaged list.',
  CollectionItem: 'An item of a list, with the names that a card shows.',
  'CollectionItem.brand': 'The maker; null if not stated.',
  'CollectionItem.club': 'The club; null if not stated.',
  'CollectionItem.season': 'The season; null if not stated.',

  CollectionStatistics: 'Statistics of a collection.',
  total_items: 'The number of items, without drafts.',
  'by_type, by_condition': 'Largest count first.',
  by_country:
    "At most 50 countries, largest count first: the item's own, otherwise its club's. `id` is the ISO 2-letter code.",
  by_color: 'Main colours of `GET /api/colors/`, largest count first.',
  by_design: 'Designs of `GET /api/designs/`, largest count first.',
  by_decade:
    'Decades of the seasons, largest count first. `id` is the first year of the decade, such as 1990.',
  by_month: 'Items added in each of the last 24 months by UTC, oldest first. `id` is such as `2026-11`.',
  average_condition: 'Rounded to two decimals; null without items.',
  drafts: 'Only for the owner; drafts are not counted anywhere else.',
  replicas: 'The number of replicas.',
  signed: 'The number of signed items.',
  with_photos: 'The number of items with a photo.',
  CountOfType: 'The number of items of a type.',
  'CountOfType.id': 'The item type.',
  'CountOfType.name, ContentType.name': 'The type in words.',
  CountOfRecord: 'The number of items with a record of the catalogue.',
  CountOfNumber: 'The number of items with a numeric value.',
  'CountOfNumber.id': 'The value; of a colour, its id.',
  'CountOfNumber.name, CountOfName.name': 'The value in words.',
  CountOfName: 'The number of items with a text value.',
  'CountOfName.id': 'The value, as used in filters.',
  count: 'The number of items.',
  CollectionValue: 'The cost and estimated value of a collection.',
  ValueTotal: 'The sums in a currency.',
  ValueOfMonth: 'The sums in a currency at the end of a month.',

  Share: 'A share link to a collection or an item.',
  CreatedShare: 'A new link, with its secret, which is shown only once.',
  Shared: 'The shared collection or item, with its owner.',
  PasswordRequired: 'The link requires a password.',
  password_required: 'Always true: send the password to `unlock/` first.',
  scope: '`collection`: all public items; `item`: one of them.',
  title: 'Shown to visitors; may be empty.',
  has_password: 'Whether the link requires a password.',
  'Share.created_at, CreatedShare.created_at': 'When the link was created, in UTC.',

  FilterOption: 'A value by which items can be filtered.',
  'FilterOption.name': 'The label to display.',
  ItemColour: 'A colour that items can have.',
  'ItemColour.name, main_color.name': 'The name of the colour.',
  Size: 'A size that items can have.',
  'Size.name': 'The size as printed on labels: `XL`, `32`.',
  'Size.category': 'The kind of items with this size: `bottoms` are shorts and pants.',
  Design: 'A pattern that items can have.',
  'Design.name': 'The pattern in words.',
  ContentType: 'A type of item, by the id that photos use.',

  KitListItem: 'A kit of a list.',
  'KitListItem.name': 'Team, season and type: `Málaga CF 2003-04 Home`.',

  storage: 'Whether the photo storage is reachable.',
  mail: 'Whether the mail server is reachable or, without one, `MAIL_ROOT` can be written.',
  catalogue: 'Whether the catalogue is reachable; without it, known records remain available.',
  Limits: 'All limits of the service.',
  requests: 'The number of requests allowed.',
  RequestLimit: 'A limit of requests.',
  limit: 'The number of requests allowed within `seconds`.',
  seconds: 'The length of the window in seconds.',
  'Limits.photos': 'Limits of photos.',
  'Limits.sign_up': 'Whether people can create accounts themselves.',
  'Limits.password_sign_in': 'Who can sign in with a password: everybody, staff only, or nobody.',
  [`username_max_length, ${LENGTHS.join(', ')}`]: 'Characters.',
  max_per_item: 'The maximum number of photos of an item.',
  max_uploads_at_once: 'The maximum number of simultaneous uploads of a user.',
  formats: 'The accepted formats, detected by content, not by file name.',
  thumbnail: 'The size of thumbnails.',
  'Limits.items': 'Limits of item fields.',
  number_max: 'The largest number on a shirt.',
  tags_max: 'The maximum number of tags of an item.',
  min: 'The worst condition.',
  'condition.max': 'The best condition: as new.',
  imports: 'Limits of imports.',
  max_rows: 'The maximum number of rows of a file.',
  shares: 'Limits of share links.',
  default: 'The number of entries on a page if `page_size` is omitted.',
  'pages.max': 'The maximum number of entries on a page.',

  by_club: ofRecords('clubs'),
  by_brand: ofRecords('brands'),
  by_season: ofRecords('seasons'),
  error: 'Why it failed.',
  item: 'The id of the shared item; null for a collection.',
  page: 'The page number, starting at 1. A page that does not exist is 404.',
  page_size: 'The page size; larger values are reduced to 100.',
  keyword: 'The search term; fewer than two characters match nothing.',
  'filter.user_id': "The user's id.",
  'filter.kit_id': "The kit's id.",
  'filter.filter_type': 'The field to count items by.',
  'CollectionPage.count, ItemPage.count, ImportRowPage.count': 'The number of entries on all pages.',
  'Kit.design': 'The design of the shirt; null if unknown.',
  'club.logo, season.year, CountOfRecord.name, CollectionItem.brand.name, CollectionItem.club.name':
    'Null until it is known from the catalogue.',
  'photos.max_bytes': 'Bytes.',
  'photos.max_pixels': 'Width × height.',
  'photos.unattached_hours': 'After this, an unattached photo is removed.',
  'photos.card': 'At most.',
  'photos.avif_max_pixels': 'Of the longer side.',
  'items.condition': 'The scale of `condition`.',
  'imports.table_max_bytes': 'Bytes of a CSV, XLSX or NDJSON file.',
  'imports.zip_max_bytes': 'Bytes of the ZIP of an export.',
  'imports.max_in_review': 'How many imports of a user may wait in review.',
  'shares.max_links': 'How many links that have not expired a user may have.',
  'set.item': "The caller's item; required for the scope `item`.",

  getHealth: 'The service is healthy even while the catalogue or the mail server is unavailable.',

  listCollections:
    'Collections of users with a public profile and at least one public item, most recently changed first.',

  getMyCollection: 'Statistics of all items except drafts, which are counted in `drafts`.',

  getCollection:
    'Statistics of public items except drafts; for the caller’s own collection, the same as ' +
    '`/api/collections/me/`.',

  getNamedCollection: 'The same as `/api/collections/{user_id}/`.',

  listMyCollectionItems: 'Filters are combined with AND. Drafts are included only if `is_draft` is set.',

  listCollectionItems:
    'Public items except drafts; for the caller’s own collection, the same as `/api/collections/me/items/`.',

  listNamedCollectionItems: 'The same as `/api/collections/{user_id}/items/`.',

  getMyValue:
    'Totals of `price` and `estimated_value` for each currency, and their series by month, of the items that ' +
    'match the filters now. Drafts are included only if `is_draft` is set. Only the owner sees them.',

  listMyKits: 'Private items included, drafts excluded. For front ends that mark kits that are owned.',
  'countMyFacets, countFacets, countNamedFacets, countSharedFacets':
    'Counts the items that the list with the same filters and search returns, by each field. A field is counted ' +
    'without its own filters: `condition` without `condition_min` and `condition_max`, `size` without `size_text`. ' +
    'Items without a value are not counted.',
  'filter.fields':
    'The fields to count, comma-separated; default: all. `location` and `is_private` are only for the ' +
    'caller’s own items.',
  CollectionFacets: 'The numbers of items for each value of the requested fields.',
  'CollectionFacets.total': 'The number of items that match all filters.',
  'CollectionFacets.facets': `Only requested fields, each with at most ${FACET_VALUES_MAX} values, most items first.`,
  'facets.item_type': 'Item types.',
  'facets.club': 'Clubs, by id; null for a `club_text`.',
  'facets.brand': 'Brands, by id; null for a `brand_text`.',
  'facets.season': 'Seasons, by id; null for a `season_text`.',
  'facets.decade': 'Decades, by their first year.',
  'facets.country': "Countries: the item's own, otherwise its club's.",
  'facets.size': 'Sizes, by id; null for a `size_text`.',
  'facets.condition': 'Conditions.',
  'facets.detailed_condition': 'Detailed conditions.',
  'facets.main_color': 'Main colours, by id.',
  'facets.design': 'Designs.',
  'facets.tag': 'Tags, ignoring case, in their most frequent spelling; an item counts once for each.',
  'facets.has_photos': 'Whether there are photos.',
  'facets.location': 'Locations, ignoring case, in their most frequent spelling. Only for the owner.',
  'facets.is_private': 'Whether the item is private. Only for the owner.',
  value:
    'The value, as used in the filter. Null for a text in place of an id: no filter of the field accepts it.',
  label: 'The label to display; of equal texts, the most frequent spelling.',

  OwnedKits: 'The kits of one’s items.',
  'OwnedKits.kits': 'By id.',
  OwnedKit: 'A kit and the items that have it.',
  'OwnedKit.kit': 'The id in the catalogue.',
  'OwnedKit.items': 'The ids of the items.',

  listShares:
    `Newest first; expired ones are listed for ${SHARE_EXPIRED_DAYS} days. Paginated with \`Link\` and ` +
    '`X-Total-Count`.',

  createShare:
    'Anyone with the link may read the public items of the caller, or one of them, without an account, even ' +
    `if the profile is private. Private items and drafts cannot be shared. A user may have ${SHARES_MAX} ` +
    'links that have not expired.',
  'createShare.201': 'The link, with its token.',
  'createShare.set.password, patchShare.set.password': 'Visitors must send it first; null: none.',

  patchShare: 'Omitted fields are left unchanged. With another password, visitors must send that one.',

  deleteShare: 'Takes effect immediately.',

  getShared: 'The owner, the title of the link and, for a collection, the statistics of its public items.',
  'getShared.401, listSharedItems.401, getSharedItem.401':
    'The link has a password: send it to `unlock/` first.',
  'getShared.404': 'There is no such link, or it has ended, or what it shows is no longer public.',

  listSharedItems: 'Public items except drafts.',

  unlockShared:
    `Sets a cookie that lets this browser read what the link shares for ${SHARE_UNLOCKED_HOURS} hours, until ` +
    'the password changes. No CSRF token is needed. Five wrong passwords of one client, or fifty of all ' +
    'clients within an hour, and the link takes none for a while.',
  'unlockShared.204': 'The password is correct, or none is required.',

  listContentTypes: 'One content type for each item type.',

  'searchArchiveClubs, searchArchiveBrands, searchArchiveCompetitions':
    'Tolerates typos and ignores accents.',

  listArchiveSeasons: 'Seasons in which the club has kits, newest first.',

  listArchiveKits:
    'Not paginated (at most 1,000 kits), sorted by kit type; empty if the club has no kits in that season.',

  searchArchiveKits: 'A year or season in the keyword restricts the seasons: `malaga 2003`.',

  getArchiveKit: 'The object as the catalogue returns it.',

  searchArchiveSeasons: '`2025`, `2025-`, `2020-21` or the last digits of a year, `97`.',

  listArchiveFilters:
    `At most ${COUNTS_MAX} options, most items first, counted over the public items of all public ` +
    'collections; the filters of the item lists apply. Works while the catalogue is unavailable.',
  'listArchiveFilters.200': 'The options; those whose name is not known yet are omitted.',

  'getDocs.404': 'The service is not in debug mode.',

  'getSharedItem.200': 'The item, as everyone may see it.',

  'ConfirmationRequired.confirmation_required':
    'Present if the request would succeed after `POST /api/accounts/confirm/`.',

  'CountOfRecord.id, CollectionItem.brand.id, CollectionItem.club.id, CollectionItem.season.id':
    'The id in the catalogue. Null for a text that the item has instead.',

  'CollectionValue.totals': 'One entry for each currency, by code. Nothing is converted.',
  'CollectionValue.series':
    'One entry for each month and currency, at most the last 120 months up to the current one, oldest first. ' +
    'Items without `acquired_on` count from the day on which they were added.',

  'ValueTotal.price': 'The sum of the prices.',
  'ValueTotal.priced_items': 'How many items have a price in this currency.',
  'ValueTotal.estimated_value': 'The sum of the estimated values.',
  'ValueTotal.estimated_items': 'How many items have an estimate in this currency.',
  'ValueTotal.gain':
    'What the items that have both a price and an estimate in this currency are worth more than they cost; negative if less.',
  'ValueTotal.compared_items': 'How many items have both a price and an estimate in this currency.',

  'ValueOfMonth.month': '`2026-11`; by UTC.',
  'ValueOfMonth.price': 'The sum of the prices of the items acquired by the end of the month.',
  'ValueOfMonth.estimated_value': 'The sum of the estimates as they were at the end of the month.',

  'CreatedShare.url': 'The address that a person opens. Shown only once.',
  'CreatedShare.token': 'The secret in that address. Shown only once.',

  'Shared.statistics': 'Of all public items; null where a single item is shared.',

  'Design.id': 'The value used in items, such as `CHEST_BAND`.',

  'Limits.pages': 'Page sizes.',
  'Limits.body_max_bytes': 'Maximum size of a JSON body.',
  'Limits.keyword_max_length': 'Maximum length of a search term.',

  'FilterOption.id':
    'The value that the item lists accept. Null for a `size_text`, for which they accept the name.',
  'FilterOption.logo': 'Of a brand, club or competition.',
  'FilterOption.category': 'Of a size.',
  'patchShare.filter.id, deleteShare.filter.id': 'The id of the share link.',
} as const;

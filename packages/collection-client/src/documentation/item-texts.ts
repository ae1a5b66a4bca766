import { BATCH_ERRORS_MAX, BATCH_IDS_MAX, BATCH_ITEMS_MAX } from '../contracts/item-batch.ts';
import { DELETIONS_KEPT_DAYS } from '../contracts/item-changes.ts';
import { SEARCH_WORDS_MAX } from '../contracts/item-filters.ts';
import { PHOTO_FORMATS, PHOTO_UNATTACHED_HOURS } from '../contracts/photos.ts';

/** Descriptions of items, photos and batches. */
export const ITEM_TEXTS = {
  'ItemBase.name, NewItemBase.name, CollectionItem.name, kept.name':
    'The owner’s name for the item; may be blank in a draft.',
  id: 'The id, unique within its kind. Never changes.',
  'tags.Items':
    'Shirts and other items of a collection. Only `item_type` and, except in a draft, `name` are required. ' +
    'Fields of other item types are rejected. Brands, clubs, seasons and kits are identified by their ids in the ' +
    'catalogue. What the catalogue lacks is a text: `brand_text`, `club_text`, `season_text`, and ' +
    '`size_text` for a size. Setting the id clears the text and setting the text clears the id; both are an ' +
    'error of the text. Once the text of a brand, club or season is the name of exactly one record of the ' +
    'catalogue, the id replaces it within a day. An item takes `brand`, ' +
    '`club`, `season`, `design`, `main_color` and `secondary_colors` from its `kit` where they, and their ' +
    'texts, are omitted.',
  'tags.Photos':
    'Pictures of items. Smaller versions are made in the background. The picture is turned upright and its ' +
    'metadata (place, time, camera) is removed. `thumbnail` and `image_card` are null until they have been ' +
    'created, within a second; `image_avif` a few seconds later.',
  Item: 'An item of one of the six types.',
  ItemBase: 'The fields of items of every type.',
  ItemWithPhotos: 'An item of one of the six types, with its photos.',
  Jersey: 'A shirt.',
  Shorts: 'A pair of shorts.',
  Outerwear: 'A hoodie, jacket, windbreaker or crewneck.',
  Tracksuit: 'A training tracksuit.',
  Pants: 'A pair of training pants.',
  OtherItem: 'A pin, hat, cap, scarf, pair of socks, or anything else.',
  JerseyWithPhotos: 'A shirt, with its photos.',
  ShortsWithPhotos: 'A pair of shorts, with its photos.',
  OuterwearWithPhotos: 'A hoodie, jacket, windbreaker or crewneck, with its photos.',
  TracksuitWithPhotos: 'A training tracksuit, with its photos.',
  PantsWithPhotos: 'A pair of training pants, with its photos.',
  OtherItemWithPhotos: 'A pin, hat, cap, scarf, pair of socks, or anything else, with its photos.',

  ItemChanges: 'The fields of an item to change. Those that its type does not have are rejected.',
  NewItemBase: 'The fields that new items of every type, and changes, may have.',
  NewItem:
    'An item to be created or replaced, with the fields of its type. Omitted fields get their defaults.',
  NewJersey: 'A shirt to be created or replaced.',
  NewShorts: 'A pair of shorts to be created or replaced.',
  NewOuterwear: 'A hoodie, jacket, windbreaker or crewneck to be created or replaced.',
  NewTracksuit: 'A training tracksuit to be created or replaced.',
  NewPants: 'A pair of training pants to be created or replaced.',
  NewOtherItem: 'A pin, hat, cap, scarf, pair of socks, or anything else, to be created or replaced.',

  item_type: 'What it is; cannot be changed.',
  detailed_condition:
    '`BNWT`: new with tags; `BNWOT`: new without tags; then from `EXCELLENT` to `POOR`. Null if not stated.',
  description: 'Free text of up to 10,000 characters; may be empty.',
  is_replica: 'Whether it is a replica rather than an original.',
  is_private: 'Whether only its owner sees it.',
  is_draft:
    'Whether it is an incomplete draft, which requires only `item_type`, is visible only to its owner and not counted.',
  secondary_colors: 'Other colours, ids of `GET /api/colors/`.',
  tags: 'Labels of the owner’s own, at most 20; compared ignoring case.',
  created_at: 'When the item was added, in UTC.',
  updated_at: 'When it, or a photo of it, was last changed, in UTC.',
  is_fan_version: 'Whether it is the fan version rather than the player version. Default: true.',
  is_signed: 'Whether it is signed.',
  has_nameset: 'Whether it has a name and number on the back.',
  player_name: 'The name on the back; may be empty.',
  number: 'The number on the back, 0 to 999.',
  is_short_sleeve: 'Whether the sleeves are short. Default: true.',
  type: 'The kind of item; null if not stated.',
  amount: 'A decimal with up to two places: `85.00`.',
  currency: 'An ISO 4217 code, such as `EUR`; case-insensitive in requests.',

  'ItemLabels.brand': 'The manufacturer.',
  'ItemLabels.club': 'The club.',
  'ItemLabels.kit': 'The kit of the catalogue: `Málaga CF 2003-04 Home`.',
  'ItemLabels.kit_image':
    'The URL of the catalogue’s picture of the kit, for items without a photo; null without a kit.',
  'ItemLabels.main_color': 'The main colour, for a swatch.',
  'ItemLabels.size': 'The size, such as `M`.',

  Photo: 'A photo of an item, or one without an item yet.',
  caption: 'A line below the photo; may be empty.',
  width: 'The width in pixels.',
  height: 'The height in pixels.',
  uploaded_at: 'When it was uploaded, in UTC.',
  ItemValue: 'An entry in the history of an item’s estimated value.',
  changed_at: 'When the estimate was changed, in UTC.',

  main_photo: 'The URL of the photo with the lowest order.',
  main_photo_thumbnail:
    'The URL of the same photo: 100 × 100 pixels, JPEG. Null without a photo, or until it has been made.',
  main_photo_card:
    'The URL of the same photo: at most 480 × 640 pixels, WebP. Null without a photo, or until it has been ' +
    'made.',
  photo_count: 'The number of photos.',

  BatchResult: 'The changes of a batch.',
  BatchErrors: 'Validation errors of a batch.',
  'BatchResult.dry_run': 'Whether nothing was changed.',
  ids: 'The ids of the items to change; instead of `filter`.',
  add_tags: 'Tags to add.',
  remove_tags: 'Tags to remove.',
  delete: 'Whether to delete the items; instead of changes.',

  kit: "The catalogue's kit.",
  size: 'A size of `GET /api/sizes/`; null if not stated.',
  condition: '1 to 10; 10 is as new, and the default.',
  design: 'A design of `GET /api/designs/`.',
  main_color: 'A colour of `GET /api/colors/`.',
  brand_text: 'A brand that the catalogue lacks; empty if `brand` is set.',
  club_text: 'A club that the catalogue lacks; empty if `club` is set.',
  season_text: 'A season that the catalogue lacks; empty if `season` is set.',
  country: 'An ISO 3166-1 alpha-2 code, `XK`, or the code of a former country; case-insensitive in requests.',
  notes: 'Free text. Visible only to the owner.',
  acquired_on: 'The day of purchase. Visible only to the owner.',
  acquired_from: 'The seller or giver. Visible only to the owner.',
  price: 'What was paid. Visible only to the owner.',
  estimated_value: 'What the item is worth; each change is kept with its date. Visible only to the owner.',
  size_text: 'A size that `GET /api/sizes/` lacks; empty if `size` is set.',
  brand: "The catalogue's brand.",
  club: "The catalogue's club.",
  season: "The catalogue's season.",
  condition_min: 'This condition or better.',
  condition_max: 'This condition or worse.',
  origin: 'The same as `country`.',
  decade: 'The first year of the decade of the season or `season_text`, such as 1990.',
  added_in: 'The month, by UTC, in which the item was added, such as `2026-11`.',
  tag: 'The item has all of these tags, ignoring case; may be repeated.',
  search:
    'Each word must occur in the name, description, player, club, brand, season_text or tags, ignoring case ' +
    `and accents; of one’s own items also in notes, location or acquired_from. At most ${SEARCH_WORDS_MAX} ` +
    'words.',
  ordering:
    '`created_at`, `updated_at`, `name`, `club`, `brand`, `season`, `condition`, `player_name`, ' +
    '`acquired_on`, `price`, `estimated_value`; a leading minus reverses the order, commas separate several ' +
    'keys. Items without a value come last either way, and ties are sorted by id. Numbers in names are sorted' +
    ' by value, money by currency and amount. `acquired_on`, `price`, `estimated_value` are only for the ' +
    'caller’s own items.',
  content_type: "The content type id of the item's type, from `GET /api/content-types/`.",
  object_id: "The id of one of the caller's items.",
  image: `A picture of at most 20 MiB and 64,000,000 pixels: ${PHOTO_FORMATS.join(', ')}.`,
  'filter.size_text': 'Exactly this `size_text`, ignoring case and accents.',
  'filter.condition': 'Exactly this condition.',
  'filter.country':
    "The item's country, otherwise its club's, as `by_country` of the statistics counts: a two-letter ISO " +
    'code, case-insensitive.',
  'filter.player_name': "Part of the player's name, ignoring case and accents.",
  'filter.is_replica': 'Only replicas, or only others.',
  'filter.is_signed': 'Only signed items, or only others.',
  'filter.has_nameset': 'Only items with a nameset, or only others.',
  'filter.has_photos': 'Only items with photos, or only others.',
  'filter.location':
    "Only items at exactly this location, ignoring case; ignored in another user's collection.",
  'filter.is_private': "Only private items, or only public ones; ignored in another user's collection.",
  'filter.is_draft': "Only drafts, or only others; ignored in another user's collection.",
  'set.filter': 'The filters of `GET /api/items/`; `{}` selects all items, drafts too.',
  'set.dry_run': 'Only reports what would change.',

  listItems: 'Includes drafts. Sorted newest first by default. Paginated with `Link` and `X-Total-Count`.',

  getItem: "One of the caller's items, or a public item of a user with a public profile.",

  putItem: 'Omitted fields are reset to their defaults.',

  patchItem:
    'Omitted fields are left unchanged, but a new `kit` fills `brand`, `club`, `season`, `design`, ' +
    '`main_color` and `secondary_colors` where they are null or empty. Publishing a draft (`is_draft` false) ' +
    'validates all fields.',

  deleteItem: 'Deletes its photos and their files too.',

  listItemValues:
    'Each change of `estimated_value`, oldest first; the last one is the current value. Writing an equal ' +
    'value adds nothing; removing the estimate adds an entry with null. Only for the owner. Paginated with ' +
    '`Link` and `X-Total-Count`.',

  listItemChanges:
    'For keeping a copy of one’s items, drafts included: what has changed since `after`, in increasing order of ' +
    '`sequence`. `after=0` begins with every item that exists. Store `next` and continue from there: nothing is missed, ' +
    'whatever is written at the same time. An item occurs once, with its latest state. Changes of its photos are ' +
    'changes of the item; renditions and labels are not, so that those of a copy may be old (`GET /api/photos/{id}/` has ' +
    'the current ones). A page may end before `limit`, at 8 MiB. A poll without changes is 304 with `If-None-Match`, which ' +
    'counts like any request.',
  'listItemChanges.410':
    `Deletions are listed for ${DELETIONS_KEPT_DAYS} days, and the client may have missed an older one, or an older ` +
    'database was restored: start again with `after=0`.',
  'listItemChanges.filter.after': '0, or the `next` of the last response.',
  'listItemChanges.filter.limit': 'Maximum number of changes on the page; larger values are reduced to 500.',
  ItemChange:
    'The last change of an item. `record` is the item as it is now, with its photos; omitted if it was deleted.',
  'ItemChange.sequence': 'The place of the change in the order of all changes of the user’s items.',
  'ItemChange.op': '`upsert`: the item was added or changed; `delete`: it was deleted.',
  'ItemChange.id': 'The id of the item.',
  'ItemChange.at': 'When it was changed, in UTC.',
  ItemChangePage: 'A page of changes.',
  'ItemChangePage.items': 'The changes, in increasing order of `sequence`.',
  'ItemChangePage.next': 'The `after` of the next request, to be sent back unchanged.',
  'ItemChangePage.has_more': 'Whether there are more changes now.',

  batchItems:
    `Changes the items that \`ids\` names (at most ${BATCH_IDS_MAX}) or \`filter\` selects (at most ` +
    `${BATCH_ITEMS_MAX}), each as a PATCH with \`set\` would; tags are removed first, then added. All are ` +
    `changed, or none if one cannot be: \`errors\` then says why, for at most ${BATCH_ERRORS_MAX} items. With ` +
    '`dry_run` the response is the same, and nothing changes.',
  'batchItems.200': 'What was changed, or would be.',
  'batchItems.409':
    'The items are being changed by other requests, or a request with this `Idempotency-Key` is being processed; see ' +
    '`Retry-After`.',
  'createItem.409, cloneItem.409, createPhoto.409':
    'A request with this `Idempotency-Key` is being processed; see `Retry-After`.',
  'batchItems.400': 'Errors of the body keyed by field, or errors of items keyed by id and field.',

  cloneItem:
    "Creates an item with all fields of one of the caller's items, private ones included, but without its " +
    'photos and the history of its value. Fields in the body override; they are validated as in a PATCH.',

  listPhotos:
    'Photos without an item first, then by item, newest item first, each with its photos in their order. ' +
    'Paginated with `Link` and `X-Total-Count`.',

  createPhoto:
    'Without `content_type` and `object_id`, the photo is not attached to an item; unattached photos are ' +
    `removed after ${PHOTO_UNATTACHED_HOURS} hours.`,

  getPhoto: "One of the caller's photos, or a photo of a public item of a user with a public profile.",

  putPhoto:
    'An omitted caption becomes empty; an omitted picture, item or order is left unchanged. A new picture ' +
    'replaces all files.',

  patchPhoto: 'Omitted fields are left unchanged. A new picture replaces all files.',

  deletePhoto: 'Deletes its files too.',

  ItemLabels:
    'Names of what the ids refer to, or the texts in their place. Null without both, or until the name is ' +
    'known from the catalogue.',
  'ItemLabels.club_logo': "The URL of the club's crest.",
  'ItemLabels.season': 'Such as `2003-04`.',

  'ItemValue.estimated_value': 'Null since the estimate was removed.',

  'Photo.content_type': "The content type id of the item's type; null while the photo has no item.",
  'Photo.object_id': "The item's id; null while the photo has none.",
  'Photo.image': 'The URL of the uploaded picture, turned upright.',
  'Photo.image_avif': 'The URL of the AVIF version; null until it has been created.',
  'Photo.image_card':
    'The URL of a WebP of at most 480 × 640 pixels and 80 kB; null until it has been created.',
  'Photo.thumbnail': 'The URL of a 100x100 JPEG; null until it has been created.',
  'Photo.order': "The lowest is normally the item's main photo.",
  'Photo.user': "The uploader's id.",

  'BatchResult.updated': 'The number of changed items.',
  'BatchResult.deleted': 'The number of deleted items.',
  'BatchResult.ids': 'These items, by id.',

  'BatchErrors.errors': 'By id: the errors of each field; `id` if there is no such item of the caller.',
  'getItem.filter.id, putItem.filter.id, patchItem.filter.id, deleteItem.filter.id, listItemValues.filter.id, cloneItem.filter.id, getSharedItem.filter.id':
    'The id of the item.',
  'getPhoto.filter.id, putPhoto.filter.id, patchPhoto.filter.id, deletePhoto.filter.id':
    'The id of the photo.',
  'filter.item_type': 'Only items of this type.',
  'filter.design': 'Only items with this design of `GET /api/designs/`.',
  'filter.size': 'Only items of this size of `GET /api/sizes/`.',
  'filter.detailed_condition':
    'Only items in this condition. `BNWT`: new with tags; `BNWOT`: new without tags; then from `EXCELLENT` to `POOR`.',
};

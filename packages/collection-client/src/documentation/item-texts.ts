/** The schemas of items, each of which has the name that its owner gave it. */
const ITEM_SCHEMAS =
  'Jersey Shorts Outerwear Tracksuit Pants OtherItem JerseyWithPhotos ShortsWithPhotos OuterwearWithPhotos ' +
  'TracksuitWithPhotos PantsWithPhotos OtherItemWithPhotos CollectionItem kept';

/** Texts of items, photos and what can be done with many of them. */
export const ITEM_TEXTS = {
  ...Object.fromEntries(
    ITEM_SCHEMAS.split(' ').map((name) => [`${name}.name`, 'The owner’s name for the item.']),
  ),
  id: 'The id, unique within its kind. Never changes.',
  'tags.Items': 'Shirts and other items of a collection.',
  'tags.Photos': 'Pictures of items. Smaller versions are made in the background.',
  Item: 'An item of one of the six types.',
  ItemWithPhotos: 'An item of one of the six types, with its photos.',
  Jersey: 'A shirt.',
  Shorts: 'A pair of shorts.',
  Outerwear: 'A hoodie, jacket, windbreaker or crewneck.',
  Tracksuit: 'A training tracksuit.',
  Pants: 'A pair of training pants.',
  OtherItem: 'A pin, hat, cap, pair of socks, or anything else.',
  JerseyWithPhotos: 'A shirt, with its photos.',
  ShortsWithPhotos: 'A pair of shorts, with its photos.',
  OuterwearWithPhotos: 'A hoodie, jacket, windbreaker or crewneck, with its photos.',
  TracksuitWithPhotos: 'A training tracksuit, with its photos.',
  PantsWithPhotos: 'A pair of training pants, with its photos.',
  OtherItemWithPhotos: 'A pin, hat, cap, pair of socks, or anything else, with its photos.',

  item_type: 'What it is; cannot be changed.',
  detailed_condition:
    '`BNWT`: new with tags; `BNWOT`: new without tags; then from `EXCELLENT` to `POOR`. Null if not stated.',
  description: 'Free text of up to 10,000 characters; may be empty.',
  is_replica: 'Whether it is a replica rather than an original.',
  is_private: 'Whether only its owner sees it.',
  is_draft: 'Whether it is an incomplete draft, which is visible only to its owner and not counted.',
  secondary_colors: 'Other colours, ids of `GET /api/colors/`.',
  tags: 'Labels of the owner’s own, at most 20.',
  created_at: 'When the item was added, in UTC.',
  updated_at: 'When it was last changed, in UTC.',
  is_fan_version: 'Whether it is the fan version rather than the player version.',
  is_signed: 'Whether it is signed.',
  has_nameset: 'Whether it has a name and number on the back.',
  player_name: 'The name on the back; may be empty.',
  number: 'The number on the back, 0 to 999.',
  is_short_sleeve: 'Whether the sleeves are short.',
  type: 'The kind of item; may be null in a draft.',
  amount: 'In units of the currency, with up to two decimals: `79.95`.',
  currency: 'An ISO 4217 code, case-insensitive.',

  'ItemLabels.brand': 'The manufacturer.',
  'ItemLabels.club': 'The club.',
  'ItemLabels.kit': 'The kit of the catalogue: `Málaga CF 2003-04 Home`.',
  'ItemLabels.main_color': 'The main colour, for a swatch.',
  'main_color.name': 'The name of the colour.',
  'ItemLabels.size': 'The size, such as `M`.',

  Photo: 'A photo of an item, or one without an item yet.',
  caption: 'A line below the photo; may be empty.',
  width: 'The width in pixels.',
  height: 'The height in pixels.',
  uploaded_at: 'When it was uploaded, in UTC.',
  ItemValue: 'An entry in the history of an item’s estimated value.',
  changed_at: 'When the estimate was changed, in UTC.',

  BatchResult: 'The changes of a batch.',
  BatchErrors: 'Validation errors of a batch.',
  'BatchResult.dry_run': 'Whether nothing was changed.',
  ids: 'The items to change; instead of `filter`.',
  'batchItems.set': 'The fields to set, as in `PATCH /api/items/{id}/`.',
  add_tags: 'Tags to add.',
  remove_tags: 'Tags to remove.',
  delete: 'Whether to delete the items; instead of changes.',
};

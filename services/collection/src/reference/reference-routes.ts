import {
  CONTENT_TYPE_IDS,
  DESIGN_CODES,
  getLimits,
  ITEM_COLOURS,
  ITEM_TYPES,
  listColours,
  listContentTypes,
  listDesigns,
  listSizes,
  SIZES,
  type ItemType,
  CONDITION_MAX,
  CONDITION_MIN,
  DESCRIPTION_MAX,
  IMPORT_ROWS_MAX,
  IMPORT_TABLE_BYTES_MAX,
  IMPORT_ZIP_BYTES_MAX,
  IMPORTS_IN_REVIEW_MAX,
  NAME_MAX,
  NAME_TEXT_MAX,
  NOTES_MAX,
  NUMBER_MAX,
  PHOTO_AVIF_MAX_PIXELS,
  PHOTO_BYTES_MAX,
  PHOTO_CAPTION_MAX,
  PHOTO_CARD_PIXELS,
  PHOTO_FORMATS,
  PHOTO_PIXELS_MAX,
  PHOTO_THUMBNAIL_PIXELS,
  PHOTO_UNATTACHED_HOURS,
  PHOTOS_PER_ITEM,
  PLACE_MAX,
  PLAYER_NAME_MAX,
  SHARE_PASSWORD_MAX,
  SHARE_PASSWORD_MIN,
  SHARE_TITLE_MAX,
  SHARES_MAX,
  SIZE_TEXT_MAX,
  TAG_MAX,
  TAGS_MAX,
  UPLOADS_AT_ONCE,
  USERNAME_MAX,
} from '@kitroom/collection-client';
import { endpoint, type Endpoint } from '@kitroom/server/http/endpoint';
import { BODY_BYTES_MAX } from '@kitroom/server/http/request-body';
import { KEYWORD_MAX, PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX, type BodyOf } from '@kitroom/shared';
import type { Config } from '../config.ts';
import { PASSWORD_MIN } from '../accounts/passwords/check-password.ts';

/** What a front end needs before it shows a form; none of it is read from the database. */
export function referenceRoutes({ config }: { config: Config }): Endpoint[] {
  const limits = describeLimits(config);
  return [
    endpoint(listColours, () => [...ITEM_COLOURS]),
    endpoint(listSizes, () => [...SIZES]),
    endpoint(listDesigns, () => [...DESIGN_CODES]),
    endpoint(listContentTypes, () => ITEM_TYPES.map(toContentType)),
    endpoint(getLimits, () => limits),
  ];
}

function toContentType(type: ItemType) {
  return { id: CONTENT_TYPE_IDS[type], item_type: type, name: type[0]?.toUpperCase() + type.slice(1) };
}

export function describeLimits(config: Config): BodyOf<typeof getLimits> {
  return {
    requests: {
      anonymous: config.THROTTLE_ANON,
      user: config.THROTTLE_USER,
      archive: config.THROTTLE_ARCHIVE,
      shared: config.THROTTLE_SHARED,
      login: config.THROTTLE_LOGIN,
    },
    photos: PHOTOS,
    items: ITEMS,
    imports: IMPORTS,
    shares: {
      title_max_length: SHARE_TITLE_MAX,
      password_min_length: SHARE_PASSWORD_MIN,
      password_max_length: SHARE_PASSWORD_MAX,
      max_links: SHARES_MAX,
    },
    pages: { default: PAGE_SIZE_DEFAULT, max: PAGE_SIZE_MAX },
    body_max_bytes: BODY_BYTES_MAX,
    keyword_max_length: KEYWORD_MAX,
    username_max_length: USERNAME_MAX,
    password_min_length: PASSWORD_MIN,
  };
}

const PHOTOS = {
  max_bytes: PHOTO_BYTES_MAX,
  max_pixels: PHOTO_PIXELS_MAX,
  max_per_item: PHOTOS_PER_ITEM,
  max_uploads_at_once: UPLOADS_AT_ONCE,
  formats: [...PHOTO_FORMATS],
  caption_max_length: PHOTO_CAPTION_MAX,
  unattached_hours: PHOTO_UNATTACHED_HOURS,
  thumbnail: { width: PHOTO_THUMBNAIL_PIXELS, height: PHOTO_THUMBNAIL_PIXELS },
  card: PHOTO_CARD_PIXELS,
  avif_max_pixels: PHOTO_AVIF_MAX_PIXELS,
};

const ITEMS = {
  name_max_length: NAME_MAX,
  description_max_length: DESCRIPTION_MAX,
  player_name_max_length: PLAYER_NAME_MAX,
  notes_max_length: NOTES_MAX,
  location_max_length: PLACE_MAX,
  acquired_from_max_length: PLACE_MAX,
  brand_text_max_length: NAME_TEXT_MAX,
  club_text_max_length: NAME_TEXT_MAX,
  season_text_max_length: NAME_TEXT_MAX,
  size_text_max_length: SIZE_TEXT_MAX,
  number_max: NUMBER_MAX,
  tags_max: TAGS_MAX,
  tag_max_length: TAG_MAX,
  condition: { min: CONDITION_MIN, max: CONDITION_MAX },
};

const IMPORTS = {
  table_max_bytes: IMPORT_TABLE_BYTES_MAX,
  zip_max_bytes: IMPORT_ZIP_BYTES_MAX,
  max_rows: IMPORT_ROWS_MAX,
  max_in_review: IMPORTS_IN_REVIEW_MAX,
};

/** The limits of photos. Source: the decisions on photos. */

/** The largest file that may be uploaded, in bytes, itself included: 20 MiB. */
export const PHOTO_BYTES_MAX = 20_971_520;

/** The most pixels, width times height, that an image may have. */
export const PHOTO_PIXELS_MAX = 64_000_000;

/** How many photos an item may have. */
export const PHOTOS_PER_ITEM = 30;

/** How many uploads of one user each process of the service receives at once: the photos of two items. */
export const UPLOADS_AT_ONCE = 2 * PHOTOS_PER_ITEM;

/** The formats that are taken, as people call them; a file's content tells which one it is. */
export const PHOTO_FORMATS = ['JPEG', 'PNG', 'WebP', 'AVIF', 'GIF'] as const;

/** After how many hours a photo that belongs to no item is removed. */
export const PHOTO_UNATTACHED_HOURS = 24;

/** The width and height of a thumbnail, in pixels. */
export const PHOTO_THUMBNAIL_PIXELS = 100;

/** An AVIF version is no wider and no higher than so many pixels. */
export const PHOTO_AVIF_MAX_PIXELS = 2048;

/** Characters of a caption. */
export const PHOTO_CAPTION_MAX = 1000;

/** The largest place of a photo in the order of its item's photos; the first one is 0. */
export const PHOTO_ORDER_MAX = 32_767;

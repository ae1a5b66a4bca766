/** The limits of photos. Source: the decisions on photos. */

/** The largest file that may be uploaded, in bytes, inclusive: 20 MiB. */
export const PHOTO_BYTES_MAX = 20_971_520;

/** The maximum number of pixels of an image, width times height. */
export const PHOTO_PIXELS_MAX = 64_000_000;

export const PHOTOS_PER_ITEM = 30;

/** How many concurrent uploads of one user each process accepts: the photos of two items. */
export const UPLOADS_AT_ONCE = 2 * PHOTOS_PER_ITEM;

/** The accepted formats by display name; detected by a file's content. */
export const PHOTO_FORMATS = ['JPEG', 'PNG', 'WebP', 'AVIF', 'GIF'] as const;

/** After how many hours a photo that belongs to no item is removed. */
export const PHOTO_UNATTACHED_HOURS = 24;

/** The width and height of a thumbnail, in pixels. */
export const PHOTO_THUMBNAIL_PIXELS = 100;

/** The maximum size of a card, in pixels. */
export const PHOTO_CARD_PIXELS = { width: 480, height: 640 } as const;

/** The largest file of a card, in bytes. */
export const PHOTO_CARD_BYTES_MAX = 80_000;

/** The maximum width and height of an AVIF rendition, in pixels. */
export const PHOTO_AVIF_MAX_PIXELS = 2048;

/** The maximum length of a caption, in characters. */
export const PHOTO_CAPTION_MAX = 1000;

/** The largest position of a photo among its item's photos; the first is 0. */
export const PHOTO_ORDER_MAX = 32_767;

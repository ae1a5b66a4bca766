/** Creates the thumbnail and the card of a photo's picture, then enqueues AVIF_JOB; both jobs' key is the picture's. */
export const PHOTO_JOB = 'photo';

/** Creates the AVIF rendition. */
export const AVIF_JOB = 'avif';

/** Removes unattached photos and orphaned files. */
export const PHOTO_SWEEP_JOB = 'sweep-photos';

/** Creates the thumbnail and the AVIF rendition of a photo's picture; the job's key is the picture's. */
export const PHOTO_JOB = 'photo';

/** Removes unattached photos and orphaned files. */
export const PHOTO_SWEEP_JOB = 'sweep-photos';

/** The job that makes the thumbnail and the AVIF version of a photo's picture; its key is the picture's. */
export const PHOTO_JOB = 'photo';

/** The job that removes photos nobody attached and files nobody names. */
export const PHOTO_SWEEP_JOB = 'sweep-photos';

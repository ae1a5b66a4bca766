/** The job that asks the catalogue for what copies lack, and whether they are still true. */
export const REFERENCES_JOB = 'references';

/** There is one such job at a time, over all processes: it has one key. */
export const REFERENCES_KEY = 'all';

/** Completes and refreshes copies of the catalogue's records. */
export const REFERENCES_JOB = 'references';

/** A single key: one such job at a time, over all processes. */
export const REFERENCES_KEY = 'all';

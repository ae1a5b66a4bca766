/** The job that reads one collector's collection; its key is the collector's id. */
export const SCRAPE_JOB = 'scrape-collection';

/** The job that removes what has expired and finds what the queue has lost. */
export const TEND_JOB = 'tend-collections';

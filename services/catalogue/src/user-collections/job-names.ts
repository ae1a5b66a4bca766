/** Scrapes one collector's collection; the job key is the collector's id. */
export const SCRAPE_JOB = 'scrape-collection';

/** Removes expired collections and requeues lost scrapes. */
export const TEND_JOB = 'tend-collections';

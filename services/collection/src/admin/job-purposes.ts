import type { JobName } from '../jobs.ts';

/** What each kind of job does, for the people who operate the service. */
const JOB_PURPOSES: Readonly<Record<JobName, string>> = {
  references: 'copies what items refer to from the catalogue, and keeps the copies up to date',
  photo: 'makes the thumbnail and the card of a photo',
  avif: 'makes the AVIF of a photo',
  'sweep-photos': 'deletes photos without an item, and files that are not in use',
  export: 'makes the archive of a collection that its owner requested',
  mail: 'sends an e-mail',
  import: 'reads an import, and adds or removes its items',
  'import-archive-photos': 'the same for an import with photos from the archive',
  'recognize-texts': 'replaces texts of items with the clubs and other records that the catalogue now has',
  'search-texts': 'completes the texts by which items are found',
  maintenance: 'deletes what has expired, and continues what was interrupted',
};

/** What a job does; undefined for jobs of other versions of the service. */
export function purposeOf(name: string): string | undefined {
  return Object.hasOwn(JOB_PURPOSES, name) ? JOB_PURPOSES[name as JobName] : undefined;
}

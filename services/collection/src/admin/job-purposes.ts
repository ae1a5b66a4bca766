import type { JobName } from '../jobs.ts';

/** The purpose of each kind of job, shown to operators. */
const JOB_PURPOSES: Readonly<Record<JobName, string>> = {
  references: 'copies records that items refer to from the catalogue, and keeps the copies up to date',
  photo: 'creates the thumbnail and the card of a photo',
  avif: 'creates the AVIF of a photo',
  'sweep-photos': 'deletes photos without an item, and files that are not in use',
  export: 'creates the archive of a collection that its owner requested',
  mail: 'sends an e-mail',
  import: 'reads an import, and adds or removes its items',
  'import-archive-photos': 'the same for an import with photos from the archive',
  'recognize-texts': 'replaces texts of items with the clubs and other records that the catalogue now has',
  'search-texts': 'completes the texts that item searches use',
  maintenance: 'deletes expired records, and continues interrupted work',
};

/** The purpose of a job; undefined for jobs of other versions of the service. */
export function purposeOf(name: string): string | undefined {
  return Object.hasOwn(JOB_PURPOSES, name) ? JOB_PURPOSES[name as JobName] : undefined;
}

/** Makes the ZIP of an export; the job's key is the export's id. */
export const EXPORT_JOB = 'export';

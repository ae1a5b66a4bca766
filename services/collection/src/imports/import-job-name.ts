/** Reads, evaluates, applies or undoes an import; the key is its id and the number of the piece of work. */
export const IMPORT_JOB = 'import';

import type { ErrorExamples } from './add-examples.ts';

const detail = (summary: string, text: string) => ({ summary, value: { detail: text } });

/** The errors of both services. */
export const COMMON_ERROR_EXAMPLES: ErrorExamples = {
  'Error.408': detail(
    'The body arrived too slowly',
    'The request timed out: at least 16 KiB of its body have to arrive every 10 seconds.',
  ),
  'Error.413': detail('The body is too large', 'The request body is larger than 1 MiB.'),
  'Error.415': detail('The body is not JSON', 'The request body must be JSON in UTF-8.'),
  'Error.416': detail('The file is shorter', 'The file does not have this range.'),
  'Error.500': detail('An internal error', 'An internal server error occurred. Please try again later.'),
  'Error.503': detail(
    'The database is away',
    'The service is temporarily unavailable. Please try again later.',
  ),
};

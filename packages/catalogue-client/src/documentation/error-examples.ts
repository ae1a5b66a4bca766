import { splitKeys } from '@kitroom/shared';

const detail = (summary: string, text: string) => ({ summary, value: { detail: text } });
const notFound = (kind: string) =>
  detail(`There is no such ${kind.toLowerCase()}`, `${kind} with ID 2147483647 not found`);

/** Examples of errors, keyed by the schema or the operation, and the status. */
export const CATALOGUE_ERROR_EXAMPLES = splitKeys<{ summary: string; value: unknown }>({
  'Error.301': detail('The club was merged', 'Club with ID 512 was merged into 9'),
  'Error.400': detail('An invalid parameter', 'Invalid request parameters'),
  'listKits.400': detail(
    'An unknown design',
    "Invalid design 'Dots'. Available options: Plain, Stripes, Graphic, Chest band, Contrasting sleeves, Pinstripes, " +
      'Hoops, Single stripe, Half-and-half, Sash, Chevron, Checkers, Gradient, Diagonal, Cross, Quarters',
  ),
  'listKitsInBulk.400': detail('Too few slugs', 'Minimum 2 kits required'),
  'searchSeasons.400': detail('Not a season', 'Invalid season format: last year'),
  'Error.401': detail('The API key is missing', 'Missing or invalid API key'),
  'Error.403': detail('Too many requests', 'Rate limit exceeded. Please try again later.'),
  'Error.404': notFound('Club'),
  'getKit.404, getKitPicture.404, getKitPicturePng.404': notFound('Kit'),
  'getSeason.404': notFound('Season'),
  'getBrand.404': notFound('Brand'),
  'getCompetition.404': notFound('Competition'),
  'getBulkFile.404': detail('There is no such file', 'There is no such file.'),
  'Error.412': detail('The file is another one', 'The file does not meet the conditions of the request.'),
  'Error.429': detail(
    'Too many scrapes',
    'At most 5 scrapes of one client wait or run at the same time. Please try again when one of yours has ended.',
  ),
  'ChangesGone.410': {
    summary: 'The changes are too old',
    value: {
      detail:
        'Changes after 17 are no longer kept. Changes are kept for 90 days, unless an older database is restored. Start over from the bulk data.',
      bulk_data: 'https://kits.example.org/api/bulk-data',
    },
  },
  'MissingCollection.404': {
    summary: 'It has not been scraped',
    value: {
      status: 'not_found',
      message:
        'This collection has not been read, or more than 7 days ago. POST /api/user-collection/1003/scrape reads it from ' +
        'the archive.',
    },
  },
  'HealthReport.503': {
    summary: 'The database is unavailable',
    value: {
      status: 'unhealthy',
      timestamp: '2026-11-23T18:35:08.490Z',
      database: 'disconnected',
      cache: 'connected',
      error: 'The database cannot be reached.',
    },
  },
});

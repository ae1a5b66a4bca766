import { splitKeys } from '@kitroom/shared';
import { SOCIAL_ERRORS } from '../contracts/social.ts';

const detail = (summary: string, text: string) => ({ summary, value: { detail: text } });

/** Errors of the collection service, by the name of their schema, or the operation, and their status. */
export const COLLECTION_ERROR_EXAMPLES = splitKeys<{ summary: string; value: unknown }>({
  'FieldErrors.400': {
    summary: 'Invalid fields',
    value: {
      name: ['This field is required.'],
      condition: ['Ensure this value is less than or equal to 10.'],
    },
  },
  'Error.410': detail('No longer listed', 'These changes are no longer listed: start again with after=0.'),
  'Error.412': detail('It has changed', 'This item has changed since you read it.'),
  'createToken.400, login.400': {
    summary: 'Wrong credentials',
    value: { non_field_errors: ['Unable to log in with provided credentials.'] },
  },
  'signup.400': {
    summary: 'The username is taken',
    value: { username: ['A user with that username already exists.'] },
  },
  'BatchErrors.400': {
    summary: 'An unknown item',
    value: { errors: { '2147483647': { id: ['Invalid pk "2147483647" - object does not exist.'] } } },
  },
  'SocialError.400': {
    summary: 'Cancelled at the provider',
    value: { code: 'access_denied', detail: 'The sign-in was cancelled at the provider.' },
  },
  'SocialError.403': {
    summary: 'Not in a group that may sign in',
    value: { code: 'not_in_group', detail: SOCIAL_ERRORS.not_in_group },
  },
  'SocialError.503': {
    summary: 'The provider is unavailable',
    value: {
      code: 'provider_away',
      detail: 'The sign-in provider is temporarily unavailable. Please try again later.',
    },
  },
  'Error.400': detail('Rejected by the catalogue', 'Invalid request parameters'),
  'Error.401': detail('No credentials', 'Authentication credentials were not provided.'),
  'MfaRequired.401': {
    summary: 'A code is needed',
    value: { detail: 'Multi-factor code required.', mfa_required: true },
  },
  'PasswordRequired.401': {
    summary: 'A password is needed',
    value: { detail: 'This link needs a password.', password_required: true },
  },
  'Error.403': detail('Not allowed', 'You do not have permission to perform this action.'),
  'ConfirmationRequired.403': {
    summary: 'A confirmation is needed',
    value: { detail: 'Please confirm that it is you.', confirmation_required: true },
  },
  'Error.404': detail('Not found', 'Not found.'),
  'Error.409': detail(
    'Another import is in progress',
    'Another import is being read, applied or undone. Try again when it has ended.',
  ),
  'createItem.409, cloneItem.409, createPhoto.409': detail(
    'An equal request is being processed',
    'This request is being processed.',
  ),
  'Error.422': detail('Another request', 'This Idempotency-Key was used for another request.'),
  'Error.429': detail('Too many requests', 'Request was throttled. Expected available in 1200 seconds.'),
  'HealthReport.503': {
    summary: 'The database is unavailable',
    value: {
      status: 'unhealthy',
      timestamp: '2026-11-23T18:35:08.490Z',
      database: 'disconnected',
      cache: 'connected',
      storage: 'connected',
      catalogue: 'connected',
      mail: 'connected',
      error: 'The database cannot be reached.',
    },
  },
});

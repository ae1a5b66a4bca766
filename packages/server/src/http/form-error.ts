import { MulterError } from 'multer';
import { ServiceError } from './errors.ts';

/** The limits of a form, apart from its file. */
export const FORM_FIELDS_MAX = 20;
export const FORM_FIELD_BYTES_MAX = 64 * 1024;
export const FORM_REST_BYTES_MAX = 1024 * 1024;

/** The form parser distinguishes these only by their messages. */
const UNREADABLE: Readonly<Record<string, string>> = {
  'Multipart: Boundary not found': 'The form cannot be read: its content type names no boundary.',
  'Unexpected end of form': 'The form cannot be read: it ends before its last boundary.',
  'Request aborted': 'The form cannot be read: the request was cut off.',
  'Request closed': 'The form cannot be read: the request was cut off.',
};

/** The error for the client if a form cannot be parsed; other errors are returned unchanged. */
export function toFormError(thrown: unknown, field: string, bytesMax: number): unknown {
  if (thrown instanceof MulterError) {
    if (thrown.code === 'LIMIT_FILE_SIZE') return tooLarge(bytesMax);
    return new ServiceError('invalid', describe(thrown, field));
  }
  // System errors have a code; those of the parser do not.
  if (!(thrown instanceof Error) || 'code' in thrown) return thrown;
  return new ServiceError(
    'invalid',
    UNREADABLE[thrown.message] ?? 'The form cannot be read: it is not well-formed multipart/form-data.',
  );
}

/** 413 for a file of more bytes. */
export function tooLarge(bytesMax: number): ServiceError {
  const bytes = bytesMax.toLocaleString('en');
  return new ServiceError(
    'too_large',
    `The file is too large: at most ${bytes} bytes (${bytesMax / 1024 / 1024} MiB) are accepted.`,
  );
}

function describe({ code, field: sent }: MulterError, field: string): string {
  const named = JSON.stringify(sent ?? '');
  switch (code as string) {
    case 'LIMIT_UNEXPECTED_FILE':
      return sent === field
        ? `The form holds more than one file; one is expected, in the field "${field}".`
        : `The form holds a file in the field ${named}; one is expected in the field "${field}".`;
    case 'LIMIT_FILE_COUNT':
      return `The form holds more than one file; one is expected, in the field "${field}".`;
    case 'LIMIT_FIELD_COUNT':
    case 'LIMIT_PART_COUNT':
      return `The form has too many fields: at most ${FORM_FIELDS_MAX} are accepted.`;
    case 'LIMIT_FIELD_VALUE':
      return `The form's field ${named} is too long: at most ${FORM_FIELD_BYTES_MAX} bytes are accepted.`;
    case 'LIMIT_FIELD_KEY':
      return "The name of one of the form's fields is too long.";
    case 'LIMIT_FIELD_NESTING':
    case 'LIMIT_FIELD_ARRAY_INDEX':
    case 'INVALID_FIELD_NAME':
      return `The form has a field ${named}: such a name is not accepted.`;
    case 'MISSING_FIELD_NAME':
      return 'The form has a field without a name.';
    default:
      return 'The form cannot be read: the request was cut off.';
  }
}

import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import multer, { diskStorage } from 'multer';
import type { ReceivedFile } from './endpoint.ts';
import {
  FORM_FIELD_BYTES_MAX,
  FORM_FIELDS_MAX,
  FORM_REST_BYTES_MAX,
  toFormError,
  tooLarge,
} from './form-error.ts';
import type { FormReceiver } from './request-body.ts';
import { inWorkFolder } from './work-folder.ts';

const LIMITS = {
  files: 1,
  fields: FORM_FIELDS_MAX,
  parts: FORM_FIELDS_MAX + 1,
  fieldSize: FORM_FIELD_BYTES_MAX,
  fieldNameSize: 100,
  // Fields are neither objects nor lists.
  fieldNestingDepth: 0,
  headerPairs: 20,
};

/** A form to receive, with the maximum size of its file in bytes. */
type SizedForm = Parameters<FormReceiver>[0] & { bytesMax: number };

/** Receives a form into a new folder below `root`, under a name that the client cannot choose. */
export function receiveForm<T>(
  root: string,
  { request, response, field, bytesMax }: SizedForm,
  use: (file: ReceivedFile | undefined) => Promise<T>,
): Promise<T> {
  return inWorkFolder(root, async (folder) => {
    const storage = diskStorage({
      destination: (_request, _file, done) => done(null, folder),
      filename: (_request, _file, done) => done(null, randomUUID()),
    });
    const limits = { ...LIMITS, fileSize: bytesMax };
    const receive = promisify(multer({ storage, limits, defParamCharset: 'utf8' }).single(field));
    try {
      await receive(request, response);
      // The parser skips a form whose boundary is empty.
      if (request.body === undefined) throw new Error('Multipart: Boundary not found');
    } catch (error) {
      throw toFormError(error, field, bytesMax);
    }
    return use(toReceived(request.file));
  });
}

/** Throws a 413 if the declared length of a form is too large, before any of it is read. */
export function refuseTooLong({ request, bytesMax }: SizedForm): void {
  const length = Number(request.headers['content-length'] ?? 0);
  if (length > bytesMax + FORM_REST_BYTES_MAX) throw tooLarge(bytesMax);
}

function toReceived(file: Express.Multer.File | undefined): ReceivedFile | undefined {
  return file && { path: file.path, size: file.size, name: file.originalname };
}

import { randomUUID } from 'node:crypto';
import type { ReceivedFile } from '@kitroom/server/endpoint';
import { run, type FormReceiver } from '@kitroom/server/request-body';
import type { Request } from 'express';
import multer, { diskStorage } from 'multer';
import {
  UPLOAD_BYTES_MAX,
  UPLOAD_FIELD_BYTES_MAX,
  UPLOAD_FIELDS_MAX,
  UPLOAD_REST_BYTES_MAX,
} from '../limits.ts';
import { tooLarge, toFormError } from './form-error.ts';
import { inWorkFolder } from './work-folder.ts';

const LIMITS = {
  fileSize: UPLOAD_BYTES_MAX,
  files: 1,
  fields: UPLOAD_FIELDS_MAX,
  parts: UPLOAD_FIELDS_MAX + 1,
  fieldSize: UPLOAD_FIELD_BYTES_MAX,
  fieldNameSize: 100,
  // No field of ours is an object or a list.
  fieldNestingDepth: 0,
  headerPairs: 20,
};

/** Receives forms into folders below `root`, each in one of its own, under names that the client cannot choose. */
export function createFormReceiver(root: string): FormReceiver {
  return async ({ request, response, field }, use) => {
    refuseTooLong(request);
    return inWorkFolder(root, async (folder) => {
      const storage = diskStorage({
        destination: (_request, _file, done) => done(null, folder),
        filename: (_request, _file, done) => done(null, randomUUID()),
      });
      const receive = multer({ storage, limits: LIMITS, defParamCharset: 'utf8' }).single(field);
      try {
        await run(receive, request, response);
      } catch (error) {
        throw toFormError(error, field);
      }
      return use(toReceived(request.file));
    });
  };
}

/** What is known to be too long is not read at all. */
function refuseTooLong(request: Request): void {
  const length = Number(request.headers['content-length'] ?? 0);
  if (length > UPLOAD_BYTES_MAX + UPLOAD_REST_BYTES_MAX) throw tooLarge();
}

function toReceived(file: Express.Multer.File | undefined): ReceivedFile | undefined {
  return file && { path: file.path, size: file.size, name: file.originalname };
}

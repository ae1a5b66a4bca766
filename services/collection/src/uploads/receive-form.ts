import { randomUUID } from 'node:crypto';
import type { ReceivedFile } from '@kitroom/server/http/endpoint';
import { run, type FormReceiver } from '@kitroom/server/http/request-body';
import { ServiceError } from '@kitroom/server/http/errors';
import multer, { diskStorage } from 'multer';
import { findCaller } from '../accounts/sessions/caller.ts';
import type { CollectionMetrics } from '../collection-metrics.ts';
import {
  UPLOAD_BYTES_MAX,
  UPLOAD_FIELD_BYTES_MAX,
  UPLOAD_FIELDS_MAX,
  UPLOAD_REST_BYTES_MAX,
} from '../limits.ts';
import { tooLarge, toFormError } from './form-error.ts';
import { limitUploads } from './limit-uploads.ts';
import { inWorkFolder } from './work-folder.ts';

const LIMITS = {
  files: 1,
  fields: UPLOAD_FIELDS_MAX,
  parts: UPLOAD_FIELDS_MAX + 1,
  fieldSize: UPLOAD_FIELD_BYTES_MAX,
  fieldNameSize: 100,
  // No field is an object or a list.
  fieldNestingDepth: 0,
  headerPairs: 20,
};

/** Receives forms into folders below `root`, each in its own, under names that the client cannot choose. */
export function createFormReceiver(
  root: string,
  { uploadsRefused }: Pick<CollectionMetrics, 'uploadsRefused'>,
): FormReceiver {
  const runUpload = limitUploads();
  return async (form, use) => {
    let reason: 'form' | 'content' = 'form';
    const useContent: typeof use = (file) => {
      reason = 'content';
      return use(file);
    };
    try {
      if (isTooLong(form)) throw tooLarge(form.bytesMax);
      return await runUpload(findCaller(form.response)?.id, () => receiveForm(root, form, useContent));
    } catch (error) {
      const code = error instanceof ServiceError ? error.code : undefined;
      if (code === 'too_large') uploadsRefused.inc({ reason: 'too_large' });
      else if (code === 'throttled') uploadsRefused.inc({ reason: 'too_many' });
      else if (code === 'invalid') uploadsRefused.inc({ reason });
      throw error;
    }
  };
}

function receiveForm<T>(
  root: string,
  { request, response, field, bytesMax = UPLOAD_BYTES_MAX }: Parameters<FormReceiver>[0],
  use: (file: ReceivedFile | undefined) => Promise<T>,
): Promise<T> {
  return inWorkFolder(root, async (folder) => {
    const storage = diskStorage({
      destination: (_request, _file, done) => done(null, folder),
      filename: (_request, _file, done) => done(null, randomUUID()),
    });
    const limits = { ...LIMITS, fileSize: bytesMax };
    const receive = multer({ storage, limits, defParamCharset: 'utf8' }).single(field);
    try {
      await run(receive, request, response);
      // The parser skips a form whose boundary is empty.
      if (request.body === undefined) throw new Error('Multipart: Boundary not found');
    } catch (error) {
      throw toFormError(error, field, bytesMax);
    }
    return use(toReceived(request.file));
  });
}

/** A request known to be too long is not read at all. */
function isTooLong({ request, bytesMax = UPLOAD_BYTES_MAX }: Parameters<FormReceiver>[0]): boolean {
  const length = Number(request.headers['content-length'] ?? 0);
  return length > bytesMax + UPLOAD_REST_BYTES_MAX;
}

function toReceived(file: Express.Multer.File | undefined): ReceivedFile | undefined {
  return file && { path: file.path, size: file.size, name: file.originalname };
}

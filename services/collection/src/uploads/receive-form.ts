import { UPLOADS_AT_ONCE } from '@kitroom/collection-client';
import { refuseTooLong, receiveForm } from '@kitroom/server/http/receive-form';
import type { FormReceiver } from '@kitroom/server/http/request-body';
import { ServiceError } from '@kitroom/server/http/errors';
import { findCaller } from '../accounts/sessions/caller.ts';
import type { CollectionMetrics } from '../collection-metrics.ts';
import { UPLOAD_BYTES_MAX } from '../limits.ts';
import { limitUploads } from './limit-uploads.ts';

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
    const sized = { ...form, bytesMax: form.bytesMax ?? UPLOAD_BYTES_MAX };
    try {
      refuseTooLong(sized);
      const { response, atOnce = UPLOADS_AT_ONCE } = form;
      return await runUpload(findCaller(response)?.id, atOnce, () => receiveForm(root, sized, useContent));
    } catch (error) {
      const code = error instanceof ServiceError ? error.code : undefined;
      if (code === 'too_large') uploadsRefused.inc({ reason: 'too_large' });
      else if (code === 'throttled') uploadsRefused.inc({ reason: 'too_many' });
      else if (code === 'invalid') uploadsRefused.inc({ reason });
      throw error;
    }
  };
}

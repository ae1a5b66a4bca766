import { dirname } from 'node:path';
import { unavailable } from '@kitroom/server/http/errors';
import { hasRoom } from '../../storage/find-room.ts';
import { damaged, type Picture } from './inspect-picture.ts';
import { EncoderEnded } from './make-avif.ts';

/** The disk was full, which the encoder does not distinguish from an unreadable picture. */
class NoRoom extends Error {
  override readonly name = 'NoRoom';
  readonly code = 'ENOSPC';
}

/** Why a picture could not be written: a full disk, the encoder, or the picture itself. */
export async function explainFailure(
  error: unknown,
  { format, target }: { format: Picture['format']; target: string },
): Promise<Error> {
  if (error instanceof EncoderEnded) return unavailable(error);
  if (error instanceof Error && 'syscall' in error) return error;
  if (!(await hasRoom(dirname(target)))) return new NoRoom('no space left on the disk', { cause: error });
  return damaged(format === 'webp' ? 'WebP' : format.toUpperCase(), error);
}

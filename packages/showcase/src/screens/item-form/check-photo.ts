import { PHOTO_BYTES_MAX, PHOTO_FORMATS } from '@kitroom/collection-client';

const MIB = 1024 * 1024;
const UNREADABLE = `This is not a picture we can read (${PHOTO_FORMATS.join(', ')}).`;

/**
 * Checks before the upload whether the service would reject a file as a photo. Returns the problem, if any.
 */
export async function checkPhoto(file: Blob): Promise<string | undefined> {
  if (file.size > PHOTO_BYTES_MAX) {
    return `too large (${showMegabytes(file.size)} MB; at most ${showMegabytes(PHOTO_BYTES_MAX)} MB)`;
  }
  const isPicture = isAccepted(await readStart(file)) && (await isDecodable(file));
  return isPicture ? undefined : UNREADABLE;
}

/** Rounds up, so that a file that is one byte too large shows more than 20 MB. */
function showMegabytes(bytes: number): string {
  return (Math.ceil((bytes / MIB) * 10) / 10).toLocaleString();
}

/** The first bytes of a file as characters. */
async function readStart(file: Blob): Promise<string> {
  // A removed file cannot be read, and counts as empty.
  const buffer = await file
    .slice(0, 32)
    .arrayBuffer()
    .catch(() => new ArrayBuffer());
  return String.fromCharCode(...new Uint8Array(buffer));
}

/**
 * Whether a file starts like one of the accepted formats. Browsers can decode more formats than the service.
 */
function isAccepted(start: string): boolean {
  return /^(?:\xff\xd8\xff|\x89PNG\r\n|GIF8[79]a|RIFF[^]{4}WEBP|[^]{4}ftyp[^]*avi[fs])/.test(start);
}

async function isDecodable(file: Blob): Promise<boolean> {
  const image = new Image();
  image.src = URL.createObjectURL(file);
  try {
    await image.decode();
    return true;
  } catch {
    // decode() rejects if the browser cannot decode the picture.
    return false;
  } finally {
    URL.revokeObjectURL(image.src);
  }
}

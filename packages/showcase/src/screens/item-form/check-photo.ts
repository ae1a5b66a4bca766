import { PHOTO_BYTES_MAX, PHOTO_FORMATS } from '@kitroom/collection-client';

const MIB = 1024 * 1024;
const UNREADABLE = `This is not a picture we can read (${PHOTO_FORMATS.join(', ')}).`;

/**
 * What the service would reject about a file that is to become a photo, before it is sent; undefined if
 * nothing.
 */
export async function checkPhoto(file: Blob): Promise<string | undefined> {
  if (file.size > PHOTO_BYTES_MAX) {
    return `too large (${showMegabytes(file.size)} MB; at most ${showMegabytes(PHOTO_BYTES_MAX)} MB)`;
  }
  const isPicture = isAccepted(await readStart(file)) && (await isDecodable(file));
  return isPicture ? undefined : UNREADABLE;
}

/** Rounded up: a file that is too large by a byte has more than 20 MB. */
function showMegabytes(bytes: number): string {
  return (Math.ceil((bytes / MIB) * 10) / 10).toLocaleString();
}

/** The first bytes of a file, each as a letter. Files that have been removed have none. */
async function readStart(file: Blob): Promise<string> {
  // A file that has been removed has no first bytes.
  const buffer = await file
    .slice(0, 32)
    .arrayBuffer()
    .catch(() => new ArrayBuffer());
  return String.fromCharCode(...new Uint8Array(buffer));
}

/**
 * Whether a file begins as one of the formats does: browsers can read more of them than the service accepts.
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
    // The browser rejects pictures that it cannot decode.
    return false;
  } finally {
    URL.revokeObjectURL(image.src);
  }
}

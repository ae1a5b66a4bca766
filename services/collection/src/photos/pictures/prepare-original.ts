import { readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import pLimit from 'p-limit';
import type { Sharp } from 'sharp';
import type { ReceivedFile } from '@kitroom/server/http/endpoint';
import { unavailable } from '@kitroom/server/http/errors';
import { hasFreeSpace } from '../../storage/local-storage.ts';
import { keepColours } from './colour-profile.ts';
import { decodeInTurn } from './decode-in-turn.ts';
import { damaged, inspectPicture, openPicture, type Picture } from './inspect-picture.ts';
import { isLosslessWebp } from './is-clean-file.ts';
import { encodeAvif, EncoderEnded } from './make-avif.ts';
import { rewriteGif } from './rewrite-gif.ts';

/** A picture as stored and served. */
export interface PreparedPicture {
  path: string;
  width: number;
  height: number;
  /** The file extension of its key: `jpg`. */
  extension: string;
}

const JPEG_QUALITY = 92;
const WEBP_QUALITY = 92;
/** More compression effort takes many times as long, and does not change pixels. */
const LOSSLESS_WEBP = { lossless: true, quality: 20, effort: 0 };
const LOSSY_WEBP = { quality: WEBP_QUALITY, effort: 2 };
const AVIF_QUALITY = 80;
/** With more effort, encoding the original of a large AVIF would take minutes. */
const AVIF_EFFORT = 0;
/** With full chroma, a larger picture takes more than 2 GiB. Most photos have subsampled chroma anyway. */
const AVIF_FULL_COLOUR_PIXELS = 16_000_000;
/** One original is encoded at a time, as it takes up to 1.5 GiB. */
const avifInTurn = pLimit(1);

/** The extensions of stored originals. */
export const EXTENSIONS: Readonly<Record<Picture['format'], string>> = {
  jpeg: 'jpg',
  png: 'png',
  webp: 'webp',
  avif: 'avif',
  gif: 'gif',
};

/**
 * Prepares an uploaded picture for storage: upright, with only its pixels, colour profile and animation. It
 * is decoded and re-encoded, so that everything else in the file is dropped, wherever it was; a GIF is
 * rewritten block by block. The new file is created next to the old one. Throws a PictureRefused if it is not
 * a complete picture.
 */
export async function prepareOriginal(file: ReceivedFile, owner: number): Promise<PreparedPicture> {
  const picture = await inspectPicture(file);
  const extension = EXTENSIONS[picture.format];
  const target = `${picture.path}.${extension}`;
  try {
    await decodeInTurn({ owner, pixels: picture.pixels }, () => prepare(picture, target));
  } catch (error) {
    throw await explainFailure(error, { format: picture.format, target });
  }
  return { path: target, width: picture.width, height: picture.height, extension };
}

async function prepare(picture: Picture, target: string): Promise<void> {
  const { path, format, metadata } = picture;
  if (format === 'gif') {
    // Pixels are not re-encoded, so this checks that they are complete.
    await openPicture(path, { animated: true }).stats();
    await writeFile(target, await rewriteGif(await readFile(path)));
  } else if (format === 'avif') {
    const isLarge = picture.width * picture.height > AVIF_FULL_COLOUR_PIXELS;
    const chromaSubsampling = isLarge ? '4:2:0' : '4:4:4';
    const options = { quality: AVIF_QUALITY, effort: AVIF_EFFORT, chromaSubsampling } as const;
    await avifInTurn(() => encodeAvif(path, target, options));
  } else if (format === 'webp') {
    const isLossless = isLosslessWebp(await readFile(path));
    const options = isLossless ? LOSSLESS_WEBP : LOSSY_WEBP;
    await upright(picture).webp(options).toFile(target);
  } else if (format === 'png') {
    await upright(picture).png().toFile(target);
  } else {
    const chromaSubsampling = metadata.chromaSubsampling === '4:4:4' ? '4:4:4' : '4:2:0';
    await upright(picture).jpeg({ quality: JPEG_QUALITY, chromaSubsampling }).toFile(target);
  }
}

/** Opens a picture upright. Frames of an animation cannot be rotated. */
function upright({ path, metadata, frames }: Picture): Sharp {
  const pipeline = frames > 1 ? openPicture(path, { animated: true }) : openPicture(path).autoOrient();
  // Keeps a depth of 16 bits.
  if (metadata.depth === 'ushort') {
    pipeline.toColourspace(metadata.space === 'grey16' ? 'grey16' : 'rgb16');
  }
  return keepColours(pipeline, metadata);
}

/** The disk was full, which the encoder does not distinguish from an unreadable picture. */
class NoRoom extends Error {
  override readonly name = 'NoRoom';
  readonly code = 'ENOSPC';
}

/**
 * Returns the error of a picture that could not be written: of a full disk, the encoder, or the picture
 * itself.
 */
export async function explainFailure(
  error: unknown,
  { format, target }: { format: Picture['format']; target: string },
): Promise<Error> {
  if (error instanceof EncoderEnded) return unavailable(error);
  if (error instanceof Error && 'syscall' in error) return error;
  if (!(await hasFreeSpace(dirname(target))))
    return new NoRoom('no space left on the disk', { cause: error });
  return damaged(format === 'webp' ? 'WebP' : format.toUpperCase(), error);
}

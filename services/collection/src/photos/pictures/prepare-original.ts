import { copyFile, readFile, writeFile } from 'node:fs/promises';
import type { Sharp } from 'sharp';
import { encodeAvif } from './make-avif.ts';
import { explainFailure } from './explain-failure.ts';
import { inspectPicture, type Picture } from './inspect-picture.ts';
import { decodeInTurn, openPicture } from './open-picture.ts';
import { stripGif } from './strip-gif.ts';
import { stripWebp } from './strip-webp.ts';

/** A picture as it is kept and served. */
export interface PreparedPicture {
  path: string;
  width: number;
  height: number;
  /** How its key ends: `jpg`. */
  extension: string;
}

const JPEG_QUALITY = 92;
const WEBP_QUALITY = 92;
const AVIF_QUALITY = 80;
/** The original of a large AVIF would take minutes with more. */
const AVIF_EFFORT = 0;

const EXTENSIONS: Readonly<Record<Picture['format'], string>> = {
  jpeg: 'jpg',
  png: 'png',
  webp: 'webp',
  avif: 'avif',
  gif: 'gif',
};

/**
 * Makes of an uploaded picture the one that is kept: upright, and without anything that tells where, when and with
 * what it was taken; its colour profile stays, and its animation. The new file stands beside the old one. Throws a
 * PictureRefused for what is no whole picture.
 */
export async function prepareOriginal(path: string): Promise<PreparedPicture> {
  const picture = await inspectPicture(path);
  const extension = EXTENSIONS[picture.format];
  const target = `${path}.${extension}`;
  try {
    await decodeInTurn(() => prepare(picture, path, target));
  } catch (error) {
    throw await explainFailure(error, { format: picture.format, target });
  }
  return { path: target, width: picture.width, height: picture.height, extension };
}

async function prepare(picture: Picture, path: string, target: string): Promise<void> {
  const { format, metadata } = picture;
  const isUpright = (metadata.orientation ?? 1) === 1;
  if (format === 'jpeg') {
    const is444 = metadata.chromaSubsampling === '4:4:4';
    const options = { quality: JPEG_QUALITY, chromaSubsampling: is444 ? '4:4:4' : '4:2:0' };
    await upright(path, picture).jpeg(options).toFile(target);
  } else if (format === 'png') {
    await upright(path, picture).png().toFile(target);
  } else if (format === 'webp' && !isUpright && picture.frames === 1) {
    await upright(path, picture).webp({ quality: WEBP_QUALITY }).toFile(target);
  } else if (format === 'avif' && hasMetadata(picture)) {
    await encodeAvif(path, target, { quality: AVIF_QUALITY, effort: AVIF_EFFORT });
  } else {
    await readAllPixels(path);
    await keepPixels(format, path, target);
  }
}

function upright(path: string, picture: Picture): Sharp {
  return keepColours(openPicture(path).autoOrient(), picture);
}

/**
 * A profile fits only pixels that stay in its own colour space: those of CMYK and grey become sRGB. Sixteen bits stay
 * sixteen.
 */
function keepColours(pipeline: Sharp, { metadata }: Picture): Sharp {
  const { depth, space, hasProfile } = metadata;
  if (depth === 'ushort') pipeline.toColourspace(space === 'grey16' ? 'grey16' : 'rgb16');
  return hasProfile && (space === 'srgb' || space === 'rgb16') ? pipeline.keepIccProfile() : pipeline;
}

function hasMetadata({ metadata }: Picture): boolean {
  return Boolean(metadata.exif ?? metadata.xmp ?? metadata.iptc);
}

/** What is kept as it is must at least be whole. */
async function readAllPixels(path: string): Promise<void> {
  await openPicture(path, { animated: true }).stats();
}

async function keepPixels(format: Picture['format'], path: string, target: string): Promise<void> {
  if (format === 'gif') await writeFile(target, stripGif(await readFile(path)));
  else if (format === 'webp') await writeFile(target, stripWebp(await readFile(path)));
  else await copyFile(path, target);
}

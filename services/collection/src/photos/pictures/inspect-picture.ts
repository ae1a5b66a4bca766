import { open } from 'node:fs/promises';
import type { Metadata, Sharp } from 'sharp';
import { PHOTO_FORMATS, PHOTO_PIXELS_MAX } from '@kitroom/collection-client';
import type { ReceivedFile } from '@kitroom/server/http/endpoint';
import { PICTURE_FRAMES_MAX } from '../../limits.ts';
import type { PictureToDecode } from './decode-in-turn.ts';
import { openRestricted } from './restricted-sharp.ts';

/** Opens a picture of an accepted format; reading its pixels fails if it has too many. */
export function openPicture(
  path: string,
  options: { animated?: boolean; limitInputPixels?: false } = {},
): Sharp {
  return openRestricted(path, { limitInputPixels: PHOTO_PIXELS_MAX, ...options });
}

/** A stored picture whose renditions are created. */
export interface StoredOriginal extends PictureToDecode {
  path: string;
}

/** A picture's metadata, before its pixels are read. */
export interface Picture {
  path: string;
  format: 'jpeg' | 'png' | 'webp' | 'avif' | 'gif';
  /** The width of the upright picture, or of one frame, in pixels. */
  width: number;
  height: number;
  frames: number;
  /** The number of pixels of all frames. */
  pixels: number;
  metadata: Metadata;
}

const ACCEPTED = `${PHOTO_FORMATS.slice(0, -1).join(', ')} and ${PHOTO_FORMATS.at(-1)}`;

/** The magic numbers of the formats. */
const MAGIC_NUMBERS: ReadonlyArray<[RegExp, string]> = [
  [/^\xff\xd8\xff/, 'JPEG'],
  [/^\x89PNG\r\n/, 'PNG'],
  [/^RIFF[^]{4}WEBP/, 'WebP'],
  [/^[^]{4}ftypavif/, 'AVIF'],
  [/^GIF8[79]a/, 'GIF'],
];
const ANIMATED_AVIF = /^[^]{4}ftypavis/;
const HEIC = /^[^]{4}ftyp(?:hei[cfmsx]|hev[cmsx])/;
const HEAD_BYTES = 16;

/**
 * Detects a file's format by its content, without decoding it. Throws a PictureRefused if the format is not
 * accepted or the picture is too large. Damaged pixel data is not detected.
 */
export async function inspectPicture(file: ReceivedFile): Promise<Picture> {
  const picture = inspected.get(file) ?? (await inspect(file));
  inspected.set(file, picture);
  return picture;
}

/** The results for files, which are inspected with the rest of their form and prepared later. */
const inspected = new WeakMap<ReceivedFile, Picture>();

async function inspect({ path, size }: ReceivedFile): Promise<Picture> {
  if (size === 0) throw new PictureRefused('The submitted file is empty.');
  const metadata = await readMetadata(path);
  const format = findFormat(metadata);
  const { width, height } = format === 'gif' ? await readScreen(path, metadata) : metadata.autoOrient;
  const frames = format === 'gif' || format === 'webp' ? (metadata.pages ?? 1) : 1;
  refuseTooMany(width, height, frames);
  return { path, format, width, height, frames, pixels: width * height * frames, metadata };
}

/** Browsers show the logical screen of a GIF, however small its frames are. */
async function readScreen(path: string, { width, height }: Metadata) {
  const head = Buffer.from(await readHead(path), 'latin1');
  return { width: Math.max(width, head.readUInt16LE(6)), height: Math.max(height, head.readUInt16LE(8)) };
}

/** The error for a picture of a known format with invalid data. */
export function damaged(format: string, cause: unknown): PictureRefused {
  return new PictureRefused(`The ${format} is damaged or not complete: export or upload it again.`, {
    cause,
  });
}

async function readMetadata(path: string): Promise<Metadata> {
  try {
    return await openPicture(path, { limitInputPixels: false }).metadata();
  } catch (error) {
    throw explain(await readHead(path), error);
  }
}

function explain(head: string, cause: unknown): PictureRefused {
  if (HEIC.test(head)) return heic();
  if (ANIMATED_AVIF.test(head)) {
    return new PictureRefused(
      'Animated AVIF pictures are not accepted: export the animation as WebP or GIF, or a still picture of it.',
    );
  }
  const known = MAGIC_NUMBERS.find(([pattern]) => pattern.test(head));
  if (known) return damaged(known[1], cause);
  return new PictureRefused(`The file is not in one of the accepted formats: ${ACCEPTED}.`, { cause });
}

function heic(): PictureRefused {
  return new PictureRefused(
    'HEIC pictures are not accepted: convert or export the photo as JPEG ' +
      '(on an iPhone, the setting Camera, Formats, “Most Compatible” takes photos as JPEG).',
  );
}

function findFormat({ format, compression }: Metadata): Picture['format'] {
  if (format === 'heif') {
    if (compression === 'av1') return 'avif';
    throw heic();
  }
  if (format === 'jpeg' || format === 'png' || format === 'webp' || format === 'gif') return format;
  throw new PictureRefused(`The file is not in one of the accepted formats: ${ACCEPTED}.`);
}

function refuseTooMany(width: number, height: number, frames: number): void {
  const pixels = width * height * frames;
  const most = `at most ${toText(PHOTO_PIXELS_MAX)} are accepted`;
  const size = `${width} x ${height}${frames > 1 ? `, ${toText(frames)} frames` : ''}`;
  if (pixels > PHOTO_PIXELS_MAX) {
    throw new PictureRefused(`The picture has ${toText(pixels)} pixels (${size}); ${most}.`);
  }
  if (frames > PICTURE_FRAMES_MAX) {
    throw new PictureRefused(
      `The animation has ${toText(frames)} frames; at most ${toText(PICTURE_FRAMES_MAX)} are accepted.`,
    );
  }
}

function toText(number: number): string {
  return number.toLocaleString('en');
}

/** The first bytes, one character each. */
async function readHead(path: string): Promise<string> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
  return buffer.toString('latin1', 0, bytesRead);
}

/** A file is not an accepted picture. The message is shown to the user who uploaded it. */
export class PictureRefused extends Error {
  override readonly name = 'PictureRefused';

  constructor(reason: string, options?: ErrorOptions) {
    super(`Upload a valid image. ${reason}`, options);
  }
}

import { crc32 } from 'node:zlib';
import { keepsProfile } from './colour-profile.ts';
import type { Picture } from './inspect-picture.ts';
import { rewriteGif } from './rewrite-gif.ts';

/**
 * Whether a file contains only what a prepared original contains: pixels, a plain colour profile, an
 * animation. Any other part, or data after the end, makes it unclean.
 */
export async function isCleanFile(bytes: Buffer, { format, metadata }: Picture): Promise<boolean> {
  const mayHaveProfile = keepsProfile(metadata);
  switch (format) {
    case 'jpeg':
      return isCleanJpeg(bytes, mayHaveProfile);
    case 'png':
      return isCleanPng(bytes, mayHaveProfile);
    case 'webp':
      return isCleanWebp(bytes, mayHaveProfile);
    case 'gif':
      return bytes.equals(await rewriteGif(bytes));
    case 'avif':
      // The boxes of an AVIF may refer to any part of the file.
      return false;
  }
}

/** The markers of frames, tables and restart intervals (ITU T.81, table B.1). */
const JPEG_PARTS: ReadonlySet<number> = new Set([0xc0, 0xc1, 0xc2, 0xc4, 0xdb, 0xdd]);
const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;

function isCleanJpeg(bytes: Buffer, mayHaveProfile: boolean): boolean {
  let at = 2;
  while (at + 4 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    const length = bytes.readUInt16BE(at + 2);
    const data = bytes.subarray(at + 4, at + 2 + length);
    if (marker === START_OF_SCAN) {
      at = skipScan(bytes, at + 2 + length);
      if (bytes[at + 1] === END_OF_IMAGE) return at + 2 === bytes.length;
      continue;
    }
    if (!JPEG_PARTS.has(marker) && !isCleanApplicationPart(marker, data, mayHaveProfile)) return false;
    at += 2 + length;
  }
  return false;
}

/** Whether a part is JFIF without a thumbnail, a colour profile, or Adobe's colour transform. */
function isCleanApplicationPart(marker: number, data: Buffer, mayHaveProfile: boolean): boolean {
  const name = data.toString('latin1', 0, 12);
  if (marker === 0xe0) return name.startsWith('JFIF\0') && data.length === 14 && data.readUInt16BE(12) === 0;
  if (marker === 0xe2) return name === 'ICC_PROFILE\0' && mayHaveProfile;
  return marker === 0xee && name.startsWith('Adobe') && data.length === 12;
}

/** The offset of the marker after a scan. Zeros after 0xff are part of the scan, as are restarts. */
function skipScan(bytes: Buffer, start: number): number {
  let at = bytes.indexOf(0xff, start);
  while (at >= 0) {
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && (next < 0xd0 || next > 0xd7)) return at;
    at = bytes.indexOf(0xff, at + 2);
  }
  return bytes.length;
}

const PNG_CHUNKS: ReadonlySet<string> = new Set(
  'IHDR PLTE tRNS gAMA cHRM sRGB sBIT bKGD pHYs IDAT IEND'.split(' '),
);
const PNG_SIGNATURE_BYTES = 8;

function isCleanPng(bytes: Buffer, mayHaveProfile: boolean): boolean {
  let at = PNG_SIGNATURE_BYTES;
  while (at + 12 <= bytes.length) {
    const length = bytes.readUInt32BE(at);
    const end = at + 12 + length;
    const type = bytes.toString('latin1', at + 4, at + 8);
    const isKnown = PNG_CHUNKS.has(type) || (type === 'iCCP' && mayHaveProfile);
    if (!isKnown || end > bytes.length) return false;
    if (crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) return false;
    if (type === 'IEND') return end === bytes.length;
    at = end;
  }
  return false;
}

const WEBP_CHUNKS: ReadonlySet<string> = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF']);

function isCleanWebp(bytes: Buffer, mayHaveProfile: boolean): boolean {
  if (bytes.length < WEBP_HEADER_BYTES || bytes.readUInt32LE(4) + 8 !== bytes.length) return false;
  return listChunks(bytes, WEBP_HEADER_BYTES, bytes.length).every(
    (type) => WEBP_CHUNKS.has(type) || (type === 'ICCP' && mayHaveProfile),
  );
}

const WEBP_HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;
const FRAME_HEADER_BYTES = 16;

/** Whether all frames of a WebP (RFC 9649) are lossless. */
export function isLosslessWebp(webp: Buffer): boolean {
  const types = listChunks(webp, WEBP_HEADER_BYTES, webp.length);
  return types.includes('VP8L') && !types.includes('VP8 ');
}

/** The types of chunks between two offsets, including those within frames. */
function listChunks(webp: Buffer, start: number, end: number): string[] {
  const types: string[] = [];
  for (let at = start; at + CHUNK_HEADER_BYTES <= end;) {
    const type = webp.toString('latin1', at, at + 4);
    const dataStart = at + CHUNK_HEADER_BYTES;
    const dataEnd = dataStart + webp.readUInt32LE(at + 4);
    types.push(type);
    if (type === 'ANMF') {
      types.push(...listChunks(webp, dataStart + FRAME_HEADER_BYTES, Math.min(dataEnd, end)));
    }
    at = dataEnd + (dataEnd % 2);
  }
  return types;
}

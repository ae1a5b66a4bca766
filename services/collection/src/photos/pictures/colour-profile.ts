import type { Metadata, Sharp } from 'sharp';

/** The tags that describe the colours of a display, a camera or a colour space, and those that name it. */
const COLOUR_TAGS =
  'wtpt bkpt chad rXYZ gXYZ bXYZ rTRC gTRC bTRC gamt cicp A2B0 A2B1 A2B2 B2A0 B2A1 B2A2 lumi meas view tech chrm';
const NAME_TAGS = 'desc cprt dmnd dmdd vued';
const KNOWN_TAGS = new Set(`${COLOUR_TAGS} ${NAME_TAGS}`.split(' '));

const HEADER_BYTES = 128;
const TAG_BYTES = 12;
const ALIGNMENT_BYTES = 4;

/** Keeps a picture's own colour profile if possible; otherwise its colours are converted to sRGB. */
export function keepColours(picture: Sharp, metadata: Metadata): Sharp {
  return keepsProfile(metadata) ? picture.keepIccProfile() : toSrgb(picture, metadata);
}

/**
 * Converts the colours of a picture to sRGB. One without a profile is sRGB already, and is not converted:
 * sharp would treat sixteen bits as Display P3.
 */
export function toSrgb(picture: Sharp, { icc }: Pick<Metadata, 'icc'>): Sharp {
  return icc ? picture.withIccProfile('srgb', { attach: false }) : picture;
}

/**
 * Whether a picture keeps its own colour profile when re-encoded. A profile fits only pixels in its own
 * colour space, and must contain no hidden data.
 */
export function keepsProfile({ space, icc }: Pick<Metadata, 'space' | 'icc'>): boolean {
  return (space === 'srgb' || space === 'rgb16') && icc !== undefined && isPlainProfile(icc);
}

/**
 * Whether an ICC profile (ICC.1:2022, section 7) is valid and contains only what colours need: no private
 * tags, which identify screens by serial number, and nothing between tags.
 */
export function isPlainProfile(icc: Buffer): boolean {
  if (icc.length < HEADER_BYTES + 4) return false;
  if (icc.readUInt32BE(0) !== icc.length || icc.toString('latin1', 36, 40) !== 'acsp') return false;
  const tags = readTags(icc);
  if (!tags?.every(({ name }) => KNOWN_TAGS.has(name))) return false;
  let end = HEADER_BYTES + 4 + tags.length * TAG_BYTES;
  // Tags may share their data.
  for (const tag of tags.toSorted((left, right) => left.start - right.start)) {
    if (!isPadding(icc, end, tag.start)) return false;
    end = Math.max(end, tag.end);
  }
  return end <= icc.length && isPadding(icc, end, icc.length);
}

function readTags(icc: Buffer): Array<{ name: string; start: number; end: number }> | undefined {
  const count = icc.readUInt32BE(HEADER_BYTES);
  if (HEADER_BYTES + 4 + count * TAG_BYTES > icc.length) return undefined;
  return Array.from({ length: count }, (_, index) => {
    const at = HEADER_BYTES + 4 + index * TAG_BYTES;
    const start = icc.readUInt32BE(at + 4);
    return { name: icc.toString('latin1', at, at + 4), start, end: start + icc.readUInt32BE(at + 8) };
  });
}

function isPadding(icc: Buffer, from: number, to: number): boolean {
  return to - from < ALIGNMENT_BYTES && icc.subarray(from, Math.max(from, to)).every((byte) => byte === 0);
}

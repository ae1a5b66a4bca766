/** What a WebP holds that is kept: pictures, frames, and the colour profile. */
const KEPT = new Set(['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ANMF', 'ICCP']);

const HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;
/** The flags of VP8X that tell of Exif and XMP. */
const METADATA_FLAGS = 0x0c;

/**
 * A WebP without Exif, XMP, unknown chunks and whatever follows its end; pictures stay as they are, byte for byte.
 * Throws a RangeError for what is no whole WebP. Source: the container's specification (RFC 9649).
 */
export function stripWebp(webp: Buffer): Buffer {
  const end = CHUNK_HEADER_BYTES + webp.readUInt32LE(4);
  if (end > webp.length) throw new RangeError('the WebP ends too early');
  const kept: Buffer[] = [];
  for (let at = HEADER_BYTES; at < end;) {
    const length = CHUNK_HEADER_BYTES + webp.readUInt32LE(at + 4);
    const next = at + length + (length % 2);
    if (at + length > end) throw new RangeError('a chunk of the WebP ends too early');
    const name = webp.toString('latin1', at, at + 4);
    if (KEPT.has(name)) kept.push(withoutFlags(name, padded(webp.subarray(at, at + length))));
    at = next;
  }
  return withHeader(Buffer.concat(kept));
}

function withoutFlags(name: string, chunk: Buffer): Buffer {
  if (name !== 'VP8X') return chunk;
  const copy = Buffer.from(chunk);
  copy.writeUInt8(copy.readUInt8(CHUNK_HEADER_BYTES) & ~METADATA_FLAGS, CHUNK_HEADER_BYTES);
  return copy;
}

/** Chunks begin at even places. */
function padded(chunk: Buffer): Buffer {
  return chunk.length % 2 === 0 ? chunk : Buffer.concat([chunk, Buffer.of(0)]);
}

function withHeader(chunks: Buffer): Buffer {
  const header = Buffer.from('RIFF....WEBP', 'latin1');
  header.writeUInt32LE(chunks.length + 4, 4);
  return Buffer.concat([header, chunks]);
}

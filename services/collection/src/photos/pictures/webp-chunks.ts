export const HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;
const FRAME_HEADER_BYTES = 16;

/** Whether all frames of a WebP are lossless. Source: the container's specification (RFC 9649). */
export function isLosslessWebp(webp: Buffer): boolean {
  const types = listChunks(webp, HEADER_BYTES, webp.length);
  return types.includes('VP8L') && !types.includes('VP8 ');
}

/** The types of chunks between two offsets, including those within frames. */
export function listChunks(webp: Buffer, start: number, end: number): string[] {
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

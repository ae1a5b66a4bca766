/** Splits a list into parts of at most `count` entries and `bytes`. A larger entry gets its own part. */
export function splitBySize<T extends { bytes: number }>(
  entries: readonly T[],
  { count, bytes }: { count: number; bytes: number },
): T[][] {
  const parts: T[][] = [];
  let part: T[] = [];
  let size = 0;
  for (const entry of entries) {
    if (part.length === count || (part.length > 0 && size + entry.bytes > bytes)) {
      parts.push(part);
      part = [];
      size = 0;
    }
    part.push(entry);
    size += entry.bytes;
  }
  return part.length > 0 ? [...parts, part] : parts;
}

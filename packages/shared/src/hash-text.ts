/** A short hash of a text: FNV-1a, 32 bits, as an integer from 0. */
export function hashText(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return value >>> 0;
}

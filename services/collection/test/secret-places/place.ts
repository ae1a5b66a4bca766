/** A place in files of one format where something can hide that is no picture. */
export interface Place {
  name: string;
  /** The file with the secret in that place; it must still be a picture of the format. */
  hide(file: Buffer, secret: Buffer): Buffer;
}

/** The file with the secret in all places at once. */
export function hideEverywhere(places: readonly Place[], file: Buffer, secret: Buffer): Buffer {
  return places.reduce((hidden, place) => place.hide(hidden, secret), file);
}

/** The list with something added after the first part that is meant. */
export function insertAfter<T>(list: readonly T[], isPart: (part: T) => boolean, added: T): T[] {
  const index = list.findIndex(isPart);
  if (index < 0) throw new Error('the file has no such part');
  return list.toSpliced(index + 1, 0, added);
}

/** A number in so many bytes, the most significant first. */
export function bigEndian(value: number, bytes: 2 | 4): Buffer {
  const number = Buffer.alloc(bytes);
  number.writeUIntBE(value, 0, bytes);
  return number;
}

/** A TIFF structure as Exif has it, with a secret for the camera's make, and as what is left of a thumbnail. */
export function exif(secret: Buffer): Buffer {
  const entry = (tag: number, type: number, count: number, value: number) =>
    Buffer.concat([bigEndian(tag, 2), bigEndian(type, 2), bigEndian(count, 4), bigEndian(value, 4)]);
  const first = 8 + 2 + 12 + 4;
  const second = first + secret.length;
  const thumbnail = second + 2 + 2 * 12 + 4;
  return Buffer.concat([
    Buffer.from('MM\0*\0\0\0\x08', 'latin1'),
    bigEndian(1, 2),
    entry(0x010f, 2, secret.length, first),
    bigEndian(second, 4),
    secret,
    bigEndian(2, 2),
    entry(0x0201, 4, 1, thumbnail),
    entry(0x0202, 4, 1, secret.length),
    bigEndian(0, 4),
    secret,
  ]);
}

/** A packet of XMP that says a secret. */
export function xmp(secret: Buffer): Buffer {
  return Buffer.from(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${secret.toString('latin1')}</x:xmpmeta>`);
}

const UNITS: Readonly<Record<string, number>> = {
  KiB: 1024,
  MiB: 1024 ** 2,
  GiB: 1024 ** 3,
  TiB: 1024 ** 4,
};

/** The text for no limit, which is read as Infinity. */
export const NO_LIMIT = 'none';

/** Describes the allowed texts of a number of bytes. */
export const ALLOWED_BYTES = `bytes such as 500MiB or 2GiB (KiB, MiB, GiB, TiB, or a plain number), or ${NO_LIMIT}`;

/** Describes the allowed texts of a number of items. */
export const ALLOWED_COUNT = `a whole number such as 1000, or ${NO_LIMIT}`;

/** Reads a number of bytes: `500MiB`, `2GiB`, `1048576` or `none`; undefined for any other text. */
export function readBytes(text: string): number | undefined {
  const [, digits, unit] = /^(\d{1,16})([KMGT]iB)?$/.exec(text) ?? [];
  if (digits === undefined) return readNone(text);
  return toSafe(Number(digits) * (unit === undefined ? 1 : (UNITS[unit] ?? Number.NaN)));
}

/** Reads a number of items, or `none`; undefined for any other text. */
export function readCount(text: string): number | undefined {
  return /^\d{1,16}$/.test(text) ? toSafe(Number(text)) : readNone(text);
}

/** Writes a number of bytes as `readBytes` reads it, with the largest unit that is exact. */
export function writeBytes(bytes: number): string {
  if (bytes === Number.POSITIVE_INFINITY) return NO_LIMIT;
  const exact = Object.entries(UNITS).findLast(([, size]) => bytes >= size && bytes % size === 0);
  return exact ? `${bytes / exact[1]}${exact[0]}` : String(bytes);
}

/** Writes a number of items as `readCount` reads it. */
export function writeCount(count: number): string {
  return count === Number.POSITIVE_INFINITY ? NO_LIMIT : String(count);
}

/** Formats a number of bytes for people: `1.4 GiB`, `812 KiB`, `17 bytes`. */
export function showBytes(bytes: number): string {
  const unit = Object.entries(UNITS).findLast(([, size]) => bytes >= size);
  if (!unit) return `${bytes} bytes`;
  return `${(bytes / unit[1]).toLocaleString('en', { maximumFractionDigits: 1 })} ${unit[0]}`;
}

function readNone(text: string): number | undefined {
  return text === NO_LIMIT ? Number.POSITIVE_INFINITY : undefined;
}

function toSafe(value: number): number | undefined {
  return Number.isSafeInteger(value) ? value : undefined;
}

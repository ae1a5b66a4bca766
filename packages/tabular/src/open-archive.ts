import { pipeline, Transform, type Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
import { open as openZip, type Entry, type ZipFile } from 'yauzl';
import {
  formatCount,
  LISTING_BYTES_MAX,
  PACKED_RATIO_FROM,
  PACKED_RATIO_MAX,
  quote,
  UnreadableFile,
  type ZipLimits,
} from './limits.ts';

/** An open ZIP whose listing has been checked. */
export interface Archive {
  names: readonly string[];
  has(name: string): boolean;
  /** The unpacked size of a file in bytes. */
  sizeOf(name: string): number;
  /** The unpacked bytes of a file; the stream fails unless they match the listing. */
  read(name: string): Promise<Readable>;
  /** Reads a small file as a whole. */
  readText(name: string, bytesMax: number): Promise<string>;
  close(): void;
}

const SYMLINK = 0o120000;
const FILE_KIND = 0o170000;
const STORED = 0;
const DEFLATED = 8;
/** A local header has at least this many bytes before its name. */
const LOCAL_HEADER_BYTES = 30;

/** Opens a ZIP, without unpacking anything. Rejects ZIPs that could do harm or contradict themselves. */
export async function openArchive(path: string, limits: ZipLimits): Promise<Archive> {
  const zip = await openListing(path);
  try {
    return toArchive(zip, await listEntries(zip, limits));
  } catch (error) {
    zip.close();
    throw error;
  }
}

async function openListing(path: string): Promise<ZipFile> {
  const open = promisify<string, object, ZipFile>(openZip);
  return open(path, {
    lazyEntries: true,
    autoClose: false,
    strictFileNames: true,
    validateEntrySize: true,
  }).catch((error: unknown) => {
    throw isSystemError(error) ? error : broken(error);
  });
}

function listEntries(zip: ZipFile, limits: ZipLimits): Promise<Map<string, Entry>> {
  return new Promise((resolve, reject) => {
    const entries = new Map<string, Entry>();
    let bytes = 0;
    let listed = 0;
    zip.on('error', (error: unknown) => reject(isSystemError(error) ? (error as Error) : broken(error)));
    zip.on('end', () => {
      try {
        refuseOverlaps([...entries.values()]);
        resolve(entries);
      } catch (error) {
        reject(error);
      }
    });
    zip.on('entry', (entry: Entry) => {
      try {
        bytes += entry.uncompressedSize;
        listed += entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength;
        checkEntry(entry);
        if (entries.has(entry.fileName)) throw refuse(entry, 'occurs twice');
        if (bytes > limits.bytes) throw tooLarge(limits);
        if (listed > LISTING_BYTES_MAX)
          throw new UnreadableFile('The names of the files in the ZIP are too long.');
        if (entries.size >= limits.entries) throw tooMany(limits);
        entries.set(entry.fileName, entry);
        zip.readEntry();
      } catch (error) {
        reject(error);
      }
    });
    if (zip.entryCount > limits.entries) reject(tooMany(limits));
    else zip.readEntry();
  });
}

function checkEntry(entry: Entry): void {
  const { fileName: name, compressedSize: packed, uncompressedSize: size } = entry;
  if (name.includes('\0') || name.includes('\\')) throw refuse(entry, 'has a name that is not accepted');
  const kind = (entry.externalFileAttributes >>> 16) & FILE_KIND;
  if (kind === SYMLINK) throw refuse(entry, 'is a link');
  if (entry.isEncrypted()) throw refuse(entry, 'is encrypted');
  if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED) {
    throw refuse(entry, 'is packed with an unknown method');
  }
  if (size > PACKED_RATIO_FROM && size > packed * PACKED_RATIO_MAX) {
    throw refuse(entry, `would unpack to more than ${PACKED_RATIO_MAX} times its size`);
  }
}

/** Overlapping files are a way to make a small ZIP unpack to a large size. */
function refuseOverlaps(entries: readonly Entry[]): void {
  const sorted = entries.toSorted(
    (left, right) => left.relativeOffsetOfLocalHeader - right.relativeOffsetOfLocalHeader,
  );
  let end = 0;
  for (const entry of sorted) {
    const start = entry.relativeOffsetOfLocalHeader;
    if (start < end) throw refuse(entry, 'overlaps with another file');
    end = start + LOCAL_HEADER_BYTES + entry.fileNameLength + entry.compressedSize;
  }
}

function toArchive(zip: ZipFile, entries: ReadonlyMap<string, Entry>): Archive {
  const openEntry = (entry: Entry) =>
    new Promise<Readable>((resolve, reject) => {
      zip.openReadStream(entry, (error: unknown, stream?: Readable) => {
        if (stream) resolve(verifyBytes(stream, entry));
        else reject(isSystemError(error) ? (error as Error) : broken(error));
      });
    });
  const archive: Archive = {
    names: [...entries.keys()],
    has: (name) => entries.has(name),
    sizeOf: (name) => entries.get(name)?.uncompressedSize ?? 0,
    async read(name) {
      const entry = entries.get(name);
      if (!entry) throw new UnreadableFile(`The ZIP has no file ${quote(name)}.`);
      return openEntry(entry);
    },
    async readText(name, bytesMax) {
      if (archive.sizeOf(name) > bytesMax) {
        throw new UnreadableFile(`${quote(name)} in the ZIP is larger than ${formatCount(bytesMax)} bytes.`);
      }
      return text(await archive.read(name));
    },
    close: () => zip.close(),
  };
  return archive;
}

/** Passes the bytes on; fails if they do not have the size and checksum in the listing. */
function verifyBytes(stream: Readable, entry: Entry): Readable {
  let checksum = 0;
  const verified = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      checksum = crc32(chunk, checksum);
      done(null, chunk);
    },
    flush(done) {
      done(checksum === entry.crc32 ? null : refuse(entry, 'is damaged: its checksum is wrong'));
    },
  });
  // Errors reach the reader through the returned stream.
  return pipeline(stream, verified, () => undefined);
}

function refuse({ fileName }: Entry, problem: string): UnreadableFile {
  return new UnreadableFile(`${quote(fileName)} in the ZIP ${problem}.`);
}

function tooMany({ entries }: ZipLimits): UnreadableFile {
  return new UnreadableFile(`The ZIP holds more than ${formatCount(entries)} files.`);
}

function tooLarge({ bytes }: ZipLimits): UnreadableFile {
  return new UnreadableFile(`The ZIP would unpack to more than ${formatCount(bytes)} bytes.`);
}

function broken(error: unknown): UnreadableFile {
  const message = error instanceof Error ? error.message : 'unknown';
  return new UnreadableFile(`The ZIP is damaged or not accepted: ${message.slice(0, 200)}.`);
}

/** Errors of the file system, as opposed to those of the file's contents. */
function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error;
}

/** Converts a stream's errors during unpacking to an `UnreadableFile`; returns others unchanged. */
export function explainUnpacking(error: unknown, name: string): unknown {
  if (error instanceof UnreadableFile || isSystemError(error)) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const isUnpacking = code.startsWith('Z_') || /bytes in the stream/.test(String(error));
  return isUnpacking ? new UnreadableFile(`${quote(name)} in the ZIP is damaged.`) : error;
}

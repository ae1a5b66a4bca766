import { createHash } from 'node:crypto';
import type * as z from 'zod';
import {
  EXPORT_FILES,
  EXPORT_FORMAT_VERSION,
  exportedPhoto,
  exportManifest,
  IMPORT_ZIP_BYTES_MAX,
  PHOTOS_PER_ITEM,
  type ExportedPhoto,
  type ExportManifest,
} from '@kitroom/collection-client';
import {
  decodeStream,
  explainUnpacking,
  formatCount,
  openArchive,
  quote,
  readJsonLines,
  UnreadableFile,
  type Archive,
  type ZipLimits,
} from '@kitroom/tabular';
import { readRecords } from './read-records.ts';
import type { Cells, SourceRow } from './source-table.ts';

const { items: ITEMS, manifest: MANIFEST } = EXPORT_FILES;

const MIB = 1024 * 1024;

/** What the ZIP of an export may hold. */
export const EXPORT_LIMITS: ZipLimits = { entries: 500_000, bytes: IMPORT_ZIP_BYTES_MAX + 1024 * MIB };

/** The largest manifest of an export of so many files: each takes some 150 bytes. */
const manifestBytesMax = (files: number) => Math.max(MIB, 256 * files);

/**
 * Reads the items of an export of this service, or of another one like it. All its files are checked against
 * the manifest first.
 */
export async function readExport(archive: Archive, columns: string[]): Promise<AsyncIterable<SourceRow>> {
  if (!archive.has(MANIFEST)) {
    throw new UnreadableFile(
      `The ZIP is neither a workbook (.xlsx) nor an export of this service: it has no ${MANIFEST}.`,
    );
  }
  const text = await archive.readText(MANIFEST, manifestBytesMax(archive.names.length));
  const manifest = parseManifest(text, archive.names.length);
  checkListing(archive, manifest);
  for (const file of manifest.files) await checkFile(archive, file);
  const lines = readJsonLines(decodeStream(await archive.read(ITEMS)));
  return refuseSharedFiles(readRecords(lines, columns));
}

/** Opens an export again, for its photos. */
export async function withExport<T>(path: string, use: (archive: Archive) => Promise<T>): Promise<T> {
  const archive = await openArchive(path, EXPORT_LIMITS);
  try {
    return await use(archive);
  } finally {
    archive.close();
  }
}

/** A photo's file is stored for each photo: one that many named would grow on the way in. */
async function* refuseSharedFiles(rows: AsyncIterable<SourceRow>): AsyncGenerator<SourceRow> {
  const rowOf = new Map<string, number>();
  for await (const row of rows) {
    for (const { file } of listExportedPhotos(row.cells)) {
      if (file === null) continue;
      const first = rowOf.get(file);
      if (first !== undefined) {
        throw new UnreadableFile(
          `Row ${row.number} of ${ITEMS} names the photo ${quote(file)}, as row ${first} does: each needs a file of its own.`,
        );
      }
      rowOf.set(file, row.number);
    }
    yield row;
  }
}

/** The photos of an exported item; none if the cell holds anything else. */
export function listExportedPhotos(cells: Cells): ExportedPhoto[] {
  return parseList(cells['photos'], exportedPhoto).slice(0, PHOTOS_PER_ITEM);
}

/** A JSON list in a cell; what is none, as a table may hold anything, counts as empty. */
export function parseList<T>(text: string | undefined, entry: z.ZodType<T>): T[] {
  const parsed: T[] = [];
  for (const one of parseArray(text)) {
    // The first wrong one settles it: collecting the errors of all would take much memory.
    const { success, data } = entry.safeParse(one);
    if (!success) return [];
    parsed.push(data);
  }
  return parsed;
}

function parseArray(text = '[]'): unknown[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : [];
  } catch {
    // A cell that somebody has edited counts as empty.
    return [];
  }
}

function parseManifest(text: string, filesMax: number): ExportManifest {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new UnreadableFile(`${MANIFEST} in the ZIP is not valid JSON.`);
  }
  // Each wrong entry would be an error of its own.
  const { files } = (value ?? {}) as { files?: unknown };
  if (Array.isArray(files) && files.length > filesMax) {
    throw new UnreadableFile(
      `${MANIFEST} names ${formatCount(files.length)} files; the ZIP has ${formatCount(filesMax)}.`,
    );
  }
  const parsed = exportManifest.safeParse(value);
  if (!parsed.success) {
    const path = parsed.error.issues[0]?.path.join('.') ?? '';
    throw new UnreadableFile(
      `${MANIFEST} in the ZIP is not that of an export: ${quote(path)} is missing or wrong.`,
    );
  }
  const { format_version: version } = parsed.data;
  if (version > EXPORT_FORMAT_VERSION) {
    throw new UnreadableFile(
      `The export has the format version ${version}; this service reads up to ${EXPORT_FORMAT_VERSION}.`,
    );
  }
  return parsed.data;
}

/** The manifest names every file once, with its size, and the ZIP holds no others. */
function checkListing(archive: Archive, { files }: ExportManifest): void {
  const named = new Set<string>([MANIFEST]);
  for (const { path: name, bytes } of files) {
    if (named.has(name)) throw new UnreadableFile(`${MANIFEST} names ${quote(name)} twice.`);
    named.add(name);
    if (!archive.has(name))
      throw new UnreadableFile(`${MANIFEST} names ${quote(name)}, which the ZIP does not hold.`);
    if (archive.sizeOf(name) !== bytes) {
      throw new UnreadableFile(
        `${quote(name)} has ${formatCount(archive.sizeOf(name))} bytes; ${MANIFEST} says ${formatCount(bytes)}.`,
      );
    }
  }
  const other = archive.names.find((name) => !named.has(name));
  if (other !== undefined)
    throw new UnreadableFile(`The ZIP holds ${quote(other)}, which ${MANIFEST} does not name.`);
  if (!named.has(ITEMS)) throw new UnreadableFile(`${MANIFEST} does not name ${ITEMS}.`);
}

async function checkFile(
  archive: Archive,
  { path: name, sha256 }: ExportManifest['files'][number],
): Promise<void> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of await archive.read(name)) hash.update(chunk as Buffer);
  } catch (error) {
    throw explainUnpacking(error, name);
  }
  if (hash.digest('hex') !== sha256) {
    throw new UnreadableFile(`${quote(name)} in the ZIP does not match its checksum in ${MANIFEST}.`);
  }
}

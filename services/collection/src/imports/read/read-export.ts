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

/** The limits of an export's ZIP. */
export const EXPORT_LIMITS: ZipLimits = { entries: 500_000, bytes: IMPORT_ZIP_BYTES_MAX + 1024 * MIB };

/** The maximum size of a manifest by the number of files, each of which takes about 150 bytes. */
const manifestBytesMax = (files: number) => Math.max(MIB, 256 * files);

/**
 * Reads the items of an export of this or another installation, after checking all files against the
 * manifest. Throws an UnreadableFile if the export is damaged.
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
  return rejectSharedFiles(readRecords(lines, columns));
}

/** Opens the ZIP of an export, and closes it after `use`. */
export async function withExport<T>(path: string, use: (archive: Archive) => Promise<T>): Promise<T> {
  const archive = await openArchive(path, EXPORT_LIMITS);
  try {
    return await use(archive);
  } finally {
    archive.close();
  }
}

/**
 * Throws if two photos share a file: it is stored for each photo, so that a small ZIP could fill the storage.
 */
async function* rejectSharedFiles(rows: AsyncIterable<SourceRow>): AsyncGenerator<SourceRow> {
  const rowOf = new Map<string, number>();
  for await (const row of rows) {
    for (const { file } of listExportedPhotos(row.cells)) {
      if (file === null) continue;
      const first = rowOf.get(file);
      if (first !== undefined) {
        throw new UnreadableFile(
          `Row ${row.number} of ${ITEMS} names the photo ${quote(file)}, as row ${first} does: each photo needs a separate file.`,
        );
      }
      rowOf.set(file, row.number);
    }
    yield row;
  }
}

/** The photos of an exported item; empty if the cell is invalid. */
export function listExportedPhotos(cells: Cells): ExportedPhoto[] {
  return parseList(cells['photos'], exportedPhoto).slice(0, PHOTOS_PER_ITEM);
}

/** Parses a JSON list in a cell; returns an empty list if anything in it is invalid. */
export function parseList<T>(text: string | undefined, schema: z.ZodType<T>): T[] {
  const parsed: T[] = [];
  for (const entry of parseArray(text)) {
    // Parsed one by one, because collecting the errors of all entries could take much memory.
    const { success, data } = schema.safeParse(entry);
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
    // The user may have edited the cell.
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
  // Checked before the schema, which would create an error for each invalid entry.
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

/** Throws unless the manifest names every file of the ZIP exactly once, with its size. */
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
  const unnamed = archive.names.find((name) => !named.has(name));
  if (unnamed !== undefined)
    throw new UnreadableFile(`The ZIP holds ${quote(unnamed)}, which ${MANIFEST} does not name.`);
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

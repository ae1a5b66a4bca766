import { createHash } from 'node:crypto';
import {
  EXPORT_FILES,
  EXPORT_FORMAT_VERSION,
  exportManifest,
  type ExportManifest,
} from '@kitroom/collection-client';
import { decodeStream } from './decode-text.ts';
import { formatCount, ImportRefused, quote } from './import-refused.ts';
import { explainUnpacking, type Archive } from './open-archive.ts';
import { toNdjsonTable } from './read-ndjson.ts';
import { MANIFEST_BYTES_MAX } from './reading-limits.ts';
import type { SourceTable } from './source-table.ts';

export const { manifest: MANIFEST } = EXPORT_FILES;
const { items: ITEMS } = EXPORT_FILES;

/** Reads an export of this service, or of another one like it. All its files are checked against the manifest first. */
export async function readExport(archive: Archive): Promise<SourceTable> {
  const manifest = parseManifest(await archive.readText(MANIFEST, MANIFEST_BYTES_MAX));
  checkListing(archive, manifest);
  for (const file of manifest.files) await checkFile(archive, file);
  return toNdjsonTable('zip', decodeStream(await archive.read(ITEMS)));
}

function parseManifest(text: string): ExportManifest {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ImportRefused(`${MANIFEST} in the ZIP is not valid JSON.`);
  }
  const parsed = exportManifest.safeParse(value);
  if (!parsed.success) {
    const path = parsed.error.issues[0]?.path.join('.') ?? '';
    throw new ImportRefused(
      `${MANIFEST} in the ZIP is not that of an export: ${quote(path)} is missing or wrong.`,
    );
  }
  const { format_version: version } = parsed.data;
  if (version > EXPORT_FORMAT_VERSION) {
    throw new ImportRefused(
      `The export has the format version ${version}; this service reads up to ${EXPORT_FORMAT_VERSION}.`,
    );
  }
  return parsed.data;
}

/** The manifest names every file once, with its size, and the ZIP holds no others. */
function checkListing(archive: Archive, { files }: ExportManifest): void {
  const named = new Set<string>([MANIFEST]);
  for (const { path: name, bytes } of files) {
    if (named.has(name)) throw new ImportRefused(`${MANIFEST} names ${quote(name)} twice.`);
    named.add(name);
    if (!archive.has(name))
      throw new ImportRefused(`${MANIFEST} names ${quote(name)}, which the ZIP does not hold.`);
    if (archive.sizeOf(name) !== bytes) {
      throw new ImportRefused(
        `${quote(name)} has ${formatCount(archive.sizeOf(name))} bytes; ${MANIFEST} says ${formatCount(bytes)}.`,
      );
    }
  }
  const other = archive.names.find((name) => !named.has(name));
  if (other !== undefined)
    throw new ImportRefused(`The ZIP holds ${quote(other)}, which ${MANIFEST} does not name.`);
  if (!named.has(ITEMS)) throw new ImportRefused(`${MANIFEST} does not name ${ITEMS}.`);
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
    throw new ImportRefused(`${quote(name)} in the ZIP does not match its checksum in ${MANIFEST}.`);
  }
}

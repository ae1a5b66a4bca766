import { createHash } from 'node:crypto';
import * as z from 'zod';
import { decodeStream } from './decode-text.ts';
import { formatCount, ImportRefused, quote } from './import-refused.ts';
import { explainUnpacking, type Archive } from './open-archive.ts';
import { toNdjsonTable } from './read-ndjson.ts';
import { MANIFEST_BYTES_MAX } from './reading-limits.ts';
import type { SourceTable } from './source-table.ts';

export const MANIFEST = 'manifest.json';
const ITEMS = 'items.ndjson';

/** The format version of exports that can be read. */
const VERSIONS = [1];

const manifestSchema = z.object({
  version: z.int(),
  files: z.array(
    z.object({ name: z.string(), bytes: z.int().min(0), sha256: z.string().regex(/^[\da-f]{64}$/) }),
  ),
});

/** Reads an export of this service, or of another one like it. All its files are checked against the manifest first. */
export async function readExport(archive: Archive): Promise<SourceTable> {
  const manifest = parseManifest(await archive.readText(MANIFEST, MANIFEST_BYTES_MAX));
  checkListing(archive, manifest);
  for (const file of manifest.files) await checkFile(archive, file);
  return toNdjsonTable('zip', decodeStream(await archive.read(ITEMS)));
}

type Manifest = z.output<typeof manifestSchema>;

function parseManifest(text: string): Manifest {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ImportRefused(`${MANIFEST} in the ZIP is not valid JSON.`);
  }
  const parsed = manifestSchema.safeParse(value);
  if (!parsed.success) {
    const path = parsed.error.issues[0]?.path.join('.') ?? '';
    throw new ImportRefused(
      `${MANIFEST} in the ZIP is not that of an export: ${quote(path)} is missing or wrong.`,
    );
  }
  if (!VERSIONS.includes(parsed.data.version)) {
    throw new ImportRefused(
      `The export has the format version ${parsed.data.version}; this service reads ${VERSIONS.join(', ')}.`,
    );
  }
  return parsed.data;
}

/** The manifest names every file once, with its size, and the ZIP holds no others. */
function checkListing(archive: Archive, { files }: Manifest): void {
  const named = new Set([MANIFEST]);
  for (const { name, bytes } of files) {
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

async function checkFile(archive: Archive, { name, sha256 }: Manifest['files'][number]): Promise<void> {
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

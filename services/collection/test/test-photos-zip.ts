import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeZip } from '@kitroom/testing/test-workbooks';
import { photograph } from './test-pictures.ts';

/** Writes an export of `count` items with ids from `first`, all with the same photo of 12 megapixels. */
export async function writePhotosZip(
  count: number,
  first: number,
): Promise<{ path: string; remove(): Promise<void> }> {
  const [width, height] = [4000, 3000];
  const created_at = '2026-11-23T10:00:00.000Z';
  const photo = await photograph(width, height);
  const items = Array.from({ length: count }, (_, index) => first + index).map((id) => ({
    item_type: 'jersey',
    id,
    name: `Shirt ${id}`,
    brand: { id: 9, slug: null, name: 'Nike' },
    size: { id: 5, name: 'L', category: 'top' },
    photos: [
      {
        id,
        order: 0,
        caption: '',
        file: `photos/${id}/0.jpg`,
        width,
        height,
        uploaded_at: created_at,
      },
    ],
  }));
  const files: Record<string, string | Buffer> = {
    'items.ndjson': items.map((item) => `${JSON.stringify(item)}\n`).join(''),
    ...Object.fromEntries(items.flatMap(({ photos }) => photos.map(({ file }) => [file, photo]))),
  };
  const sumOfPhoto = sumOf(photo);
  const manifest = {
    format: 'kitroom-collection',
    format_version: 1,
    created_at,
    counts: { items: count, photos: count },
    files: Object.entries(files).map(([name, content]) => ({
      path: name,
      bytes: Buffer.byteLength(content),
      sha256: content === photo ? sumOfPhoto : sumOf(content),
    })),
  };
  const folder = await mkdtemp(join(tmpdir(), 'kitroom-photos-'));
  const path = join(folder, 'export.zip');
  await writeZip(path, { ...files, 'manifest.json': JSON.stringify(manifest) }, { compress: false });
  return { path, remove: () => rm(folder, { recursive: true }) };
}

function sumOf(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

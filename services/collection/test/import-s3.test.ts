import { describe, expect, it } from '@jest/globals';
import { eventually } from '@kitroom/testing/eventually';
import { useService } from '@kitroom/testing/use-service';
import { startS3Server } from './s3-server.ts';
import { createCollectionDatabase, startTestCollection } from './test-collection.ts';
import { createImporter } from './test-imports.ts';
import { addItem } from './test-items.ts';
import { openMatchCatalogue } from './test-match-catalogue.ts';
import { createUserClient, download, type Photographer } from './test-photos.ts';
import { gif, jpeg } from './test-pictures.ts';
import { withToken } from './test-users.ts';

const service = useService(async () => {
  const [s3, catalogue, database] = await Promise.all([
    startS3Server(),
    openMatchCatalogue(),
    createCollectionDatabase(),
  ]);
  const collection = await startTestCollection(database, { ...s3.env, CATALOGUE_URL: catalogue.url });
  const close = async () => {
    await collection.close();
    await Promise.all([s3.close(), catalogue.close(), database.drop()]);
  };
  return { collection, s3, close };
});

/** The objects in a folder of the bucket. */
const listFolder = (folder: string) => service.s3.list().filter((key) => key.startsWith(`${folder}/`));

async function exportOf(user: Photographer): Promise<string> {
  const { body } = await user.sendJson('POST', '/api/exports/', {});
  let file: string | null = null;
  await eventually(async () => {
    ({ file } = (await user.get(`/api/exports/${body.id}/`)).body);
    expect(file).not.toBeNull();
  });
  return file ?? '';
}

async function photosOf(user: Photographer): Promise<string[]> {
  const { body } = await user.get('/api/photos/');
  const bytes: Buffer[] = await Promise.all(body.map(({ image }: { image: string }) => download(image)));
  return bytes.map((content) => content.toString('base64')).toSorted();
}

describe('an export and its import', () => {
  it('use S3, and preserve photos byte for byte', async () => {
    const owner = await createUserClient(service.collection);
    const object_id = await addItem(service.collection, owner, {
      name: 'Shirt',
      notes: 'In the attic',
      is_draft: true,
    });
    await owner.upload(await jpeg(), { content_type: 1, object_id });
    await owner.upload(gif(2), { content_type: 1, object_id });
    const headers = withToken(owner.token);
    const address = await exportOf(owner);
    expect(listFolder('exports')).toHaveLength(1);
    const zip = Buffer.from(await (await fetch(address, { headers })).arrayBuffer());
    const part = await fetch(address, { headers: { ...headers, Range: 'bytes=10-19' } });
    expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([206, zip.subarray(10, 20)]);

    const otherUser = await createUserClient(service.collection);
    const importer = createImporter(service.collection, otherUser.token);
    const review = await importer.review(zip, 'export.zip');
    expect([review.status, review.error]).toEqual(['review', null]);
    expect(listFolder('imports')).toHaveLength(1);
    expect((await importer.apply(review.id)).counts).toMatchObject({ added: 1, failed: 0 });
    // The file is removed when the import is done.
    await eventually(async () => expect(listFolder('imports')).toEqual([]));
    expect(await importer.items()).toMatchObject([{ name: 'Shirt', notes: 'In the attic' }]);
    const photos = await photosOf(otherUser);
    expect(photos).toHaveLength(2);
    expect(photos).toEqual(await photosOf(owner));

    const originals = listFolder('originals');
    await importer.undo(review.id);
    expect(listFolder('originals')).toHaveLength(originals.length - 2);
  }, 60_000);
});

describe('POST /api/imports/', () => {
  it('returns 503 while S3 is unavailable, and leaves nothing behind', async () => {
    const user = await createUserClient(service.collection);
    const importer = createImporter(service.collection, user.token);
    await service.s3.stop();
    try {
      const { status, headers } = await importer.send('Name,Brand,Size\nA,Nike,L\n');
      expect([status, headers.get('Retry-After')]).toEqual([503, expect.stringMatching(/^\d+$/)]);
    } finally {
      await service.s3.restart();
    }
    expect((await importer.request('/api/imports/')).body).toEqual([]);
    expect(listFolder('imports')).toEqual([]);
  });
});

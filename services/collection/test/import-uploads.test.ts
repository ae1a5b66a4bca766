import { describe, expect, it } from '@jest/globals';
import { eventually } from '@kitroom/testing/eventually';
import { connectRaw, head } from './raw-request.ts';
import { createImporter } from './test-imports.ts';
import { useMatchingCollection } from './test-match-catalogue.ts';
import { listFiles } from './test-photos.ts';
import { addCollector, withToken } from './test-users.ts';

const service = useMatchingCollection({ WORKER: 'false' });

const ROW = 'Name,Brand,Size\nA,Nike,L\n';
const FORM = 'multipart/form-data; boundary=x';
const BEFORE = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n';
const AFTER = '\r\n--x--\r\n';

/** Sends the first part of a file; `finish` sends the rest. */
async function beginUpload(token: string) {
  const raw = await connectRaw(service.collection.url);
  const body = BEFORE + ROW + AFTER;
  const headers = { ...withToken(token), 'Content-Type': FORM, 'Content-Length': body.length };
  raw.send(head('POST', '/api/imports/', headers) + body.slice(0, -10));
  return { ...raw, finish: () => raw.send(body.slice(-10)) };
}

async function countUploads(): Promise<number> {
  return (await listFiles(service.collection)).filter((name) => name.includes('.uploads/')).length;
}

describe('POST /api/imports/', () => {
  it('returns 429 for a third concurrent upload, and 409 for the second to complete', async () => {
    const { token } = await addCollector(service.collection);
    const importer = createImporter(service.collection, token);
    const [first, second] = [await beginUpload(token), await beginUpload(token)];
    await eventually(async () => expect(await countUploads()).toBe(2));
    const third = await importer.send(ROW);
    expect([third.status, third.body.detail]).toEqual([
      429,
      'Too many concurrent uploads: at most 2 per user are allowed. Try again when one has ended.',
    ]);
    const otherImporter = createImporter(service.collection, (await addCollector(service.collection)).token);
    expect((await otherImporter.send(ROW)).status).toBe(202);
    const files = (await listFiles(service.collection)).length;

    first.finish();
    expect((await first.response()).status).toBe(202);
    second.finish();
    expect((await second.response()).status).toBe(409);
    await eventually(async () => expect(await countUploads()).toBe(0));
    expect((await listFiles(service.collection)).length).toBe(files - 1);
    for (const { socket } of [first, second]) socket.destroy();
  });

  it('returns 409 or 413 before the file is received completely', async () => {
    const { token } = await addCollector(service.collection);
    expect((await createImporter(service.collection, token).send(ROW)).status).toBe(202);
    const busy = await beginUpload(token);
    expect((await busy.response()).status).toBe(409);
    busy.socket.destroy();
    const free = await addCollector(service.collection);
    const large = await connectRaw(service.collection.url);
    const headers = { ...withToken(free.token), 'Content-Type': FORM, 'Content-Length': 6 * 1024 ** 3 };
    large.send(head('POST', '/api/imports/', headers) + BEFORE);
    expect((await large.response()).status).toBe(413);
    large.socket.destroy();
  });
});

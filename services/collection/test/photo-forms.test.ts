import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@kitroom/testing/eventually';
import { connectRaw, head, type RawConnection } from './raw-request.ts';
import { useCollection } from './test-collection.ts';
import { addItem } from './test-items.ts';
import { createUserClient, listFiles, toForm, type Photographer } from './test-photos.ts';
import { jpeg } from './test-pictures.ts';
import { withToken } from './test-users.ts';

const collection = useCollection({ WORKER: 'false' });
let user: Photographer;
let picture: Buffer;
const connections: RawConnection[] = [];

beforeAll(async () => {
  user = await createUserClient(collection);
  picture = await jpeg();
});

afterEach(async () => {
  for (const { socket } of connections.splice(0)) socket.destroy();
  await expectNoLeftovers();
});

const MAX = 20_971_520;
const BOUNDARY = 'a-boundary';
const TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

/** Expects that every stored file belongs to a photo, and that no upload has left a file. */
async function expectNoLeftovers(): Promise<void> {
  await eventually(async () => {
    const rows = await collection.db('photos').select('image_key');
    const named = rows.map((row: { image_key: string }) => row.image_key).toSorted();
    expect(await listFiles(collection)).toEqual(named);
  });
}

async function connection(): Promise<RawConnection> {
  const raw = await connectRaw(collection.url);
  connections.push(raw);
  return raw;
}

function part(disposition: string, content: Buffer | string): Buffer {
  return Buffer.concat([
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]);
}

const end = Buffer.from(`--${BOUNDARY}--\r\n`);
const filePart = (name = 'photo.jpg', field = 'image') =>
  part(`name="${field}"; filename="${name}"`, picture);

/** Sends a form without changing it. */
function post(body: Buffer, { type = TYPE, path = '/api/photos/', method = 'POST' } = {}) {
  const headers = { ...withToken(user.token), 'Content-Type': type };
  return collection.request(path, { method, headers, body: new Uint8Array(body) });
}

describe('POST /api/photos/ with a file', () => {
  it('accepts 20 MiB, and returns 413 for one byte more', async () => {
    const padded = (size: number) => Buffer.concat([picture, Buffer.alloc(size - picture.length)]);
    expect((await user.send('POST', '/api/photos/', {}, padded(MAX))).status).toBe(201);
    const { status, body } = await user.send('POST', '/api/photos/', {}, padded(MAX + 1));
    expect([status, body]).toEqual([
      413,
      { detail: 'The file is too large: at most 20,971,520 bytes (20 MiB) are accepted.' },
    ]);
  });

  it('returns 413 before the file is sent if the declared length is far too large', async () => {
    const raw = await connection();
    raw.send(head('POST', '/api/photos/', { ...auth(), 'Content-Type': TYPE, 'Content-Length': 5e9 }));
    expect((await raw.response()).status).toBe(413);
  });

  it.each(['../../etc/passwd', '/etc/passwd', 'a\\..\\b.jpg', 'x.php', 'é'.repeat(5000), '%00.jpg'])(
    'accepts any file name: %s',
    async (name) => {
      const { status, body } = await post(Buffer.concat([filePart(name), end]));
      expect([status, body]).toEqual([201, expect.objectContaining({ width: 64 })]);
      expect(body.image).toMatch(/\/originals\/[\w-]{27}\.jpg$/);
    },
  );
});

describe('POST /api/photos/ with an invalid form', () => {
  const manyFields = (count: number) =>
    Buffer.concat(Array.from({ length: count }, (_, i) => part(`name="f${i}"`, 'x')));

  it.each<[string, RegExp, () => Buffer]>([
    [
      'the file in another field',
      /in the field "picture"; one is expected in the field "image"/,
      () => Buffer.concat([filePart('a.jpg', 'picture'), end]),
    ],
    ['two files', /more than one file/, () => Buffer.concat([filePart(), filePart(), end])],
    [
      '10,000 fields',
      /too many fields: at most 20/,
      () => Buffer.concat([manyFields(10_000), filePart(), end]),
    ],
    [
      'a very long field',
      /"caption" is too long/,
      () => Buffer.concat([part('name="caption"', 'x'.repeat(70_000)), filePart(), end]),
    ],
    [
      'a very long field name',
      /name of one of the form's fields is too long/,
      () => Buffer.concat([part(`name="${'n'.repeat(200)}"`, 'x'), filePart(), end]),
    ],
    [
      'a field in array notation',
      /a field "caption\[0\]"/,
      () => Buffer.concat([part('name="caption[0]"', 'x'), end]),
    ],
    [
      'a field without a name',
      /field without a name/,
      () => Buffer.concat([part('x="y"', 'x'), filePart(), end]),
    ],
    ['a null character in a file name', /well-formed/, () => Buffer.concat([filePart('a\0b'), end])],
    ['a missing last boundary', /ends before its last boundary/, () => filePart()],
    ['half a file', /ends before its last boundary/, () => filePart().subarray(0, 300)],
    ['plain text', /ends before its last boundary/, () => Buffer.from('hello')],
    [
      'a malformed part header',
      /well-formed/,
      () => Buffer.concat([Buffer.from(`--${BOUNDARY}\r\nbroken\r\n\r\nx\r\n`), end]),
    ],
  ])('returns 400 with the reason for %s', async (_what, reason, make) => {
    const { status, body } = await post(make());
    expect([status, body]).toEqual([400, { detail: expect.stringMatching(reason) }]);
  });

  it.each([
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'multipart/form-data; boundary="',
    'multipart/form-data; =',
  ])('returns 400 for a content type without a boundary: %s', async (type) => {
    const { status, body } = await post(filePart(), { type });
    expect([status, body]).toEqual([400, { detail: expect.stringMatching(/names no boundary/) }]);
  });

  it.each([
    'application/json',
    'application/x-www-form-urlencoded',
    'multipart/mixed; boundary=x',
    'image/jpeg',
  ])('returns 415 for the content type %s', async (type) => {
    const { status, body } = await post(Buffer.from('{}'), { type });
    expect([status, body]).toEqual([
      415,
      { detail: 'The request body must be a form (multipart/form-data).' },
    ]);
  });

  describe('PUT and PATCH of a photo', () => {
    it('return 415 for other types than JSON, and 400 for malformed JSON', async () => {
      const { id } = await user.upload(picture);
      const path = `/api/photos/${id}/`;
      const { status, body } = await post(Buffer.from('a=b'), {
        method: 'PUT',
        path,
        type: 'application/x-www-form-urlencoded',
      });
      expect([status, body]).toEqual([
        415,
        { detail: 'The request body must be JSON in UTF-8 or a form (multipart/form-data).' },
      ]);
      const broken = await post(Buffer.from('{'), { method: 'PATCH', path, type: 'application/json' });
      expect([broken.status, broken.body]).toEqual([400, { detail: 'JSON parse error.' }]);
      const nothing = await collection.request('/api/photos/', {
        method: 'POST',
        headers: withToken(user.token),
      });
      expect([nothing.status, nothing.body]).toEqual([400, { image: ['No file was submitted.'] }]);
    });
  });
});

describe('an upload form without a file, or with a nameless file', () => {
  it('returns 400 for the field "image"', async () => {
    const unchosen = Buffer.from(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="image"; filename=""\r\n` +
        'Content-Type: application/octet-stream\r\n\r\n\r\n',
    );
    const withoutFile = await post(Buffer.concat([unchosen, end]));
    expect([withoutFile.status, withoutFile.body]).toEqual([400, { image: ['No file was submitted.'] }]);
    const nameless = await post(Buffer.concat([filePart(''), end]));
    const text = 'The submitted data was not a file. Check the encoding type on the form.';
    expect([nameless.status, nameless.body]).toEqual([400, { image: [text] }]);
  });
});

describe('POST /api/photos/ with an incomplete or slow body', () => {
  const body = () => Buffer.concat([filePart(), end]);

  it('leaves no files behind when the client disconnects midway', async () => {
    const raw = await connection();
    raw.send(head('POST', '/api/photos/', { ...auth(), 'Content-Type': TYPE, 'Content-Length': 1_000_000 }));
    raw.send(Buffer.concat([filePart().subarray(0, -2), Buffer.alloc(200_000)]));
    await eventually(async () => expect((await listFiles(collection)).join()).toContain('.uploads/'));
    raw.socket.destroy();
    await expectNoLeftovers();
  });

  it('leaves no files behind when the body is shorter than declared', async () => {
    const raw = await connection();
    raw.send(
      head('POST', '/api/photos/', { ...auth(), 'Content-Type': TYPE, 'Content-Length': body().length + 9 }),
    );
    raw.send(body());
    raw.socket.end();
    await new Promise((resolve) => raw.socket.once('close', resolve));
    await expectNoLeftovers();
  });

  it('returns 400 when the body is longer than declared', async () => {
    const raw = await connection();
    raw.send(head('POST', '/api/photos/', { ...auth(), 'Content-Type': TYPE, 'Content-Length': 250 }));
    raw.send(body());
    expect(await raw.response()).toMatchObject({ status: 400, body: { detail: expect.any(String) } });
  });

  it('accepts a body that arrives in small chunks', async () => {
    const raw = await connection();
    raw.send(
      head('POST', '/api/photos/', { ...auth(), 'Content-Type': TYPE, 'Transfer-Encoding': 'chunked' }),
    );
    const whole = body();
    for (let at = 0; at < whole.length; at += 150) {
      const piece = whole.subarray(at, at + 150);
      raw.send(Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n')]));
      await new Promise((resolve) => setImmediate(resolve));
    }
    raw.send('0\r\n\r\n');
    expect((await raw.response()).status).toBe(201);
  });
});

describe('a photo upload without permission', () => {
  it('is rejected before any byte is stored, and the connection stays open', async () => {
    const owner = await createUserClient(collection);
    const object_id = await addItem(collection, owner);
    const { id } = await owner.upload(picture, { content_type: 1, object_id });
    const loose = await owner.upload(picture);
    const before = await listFiles(collection);
    const size = 3_000_000;
    const raw = await connection();
    for (const [path, headers, status] of [
      [`/api/photos/${id}/`, auth(), 403],
      [`/api/photos/${loose.id}/`, auth(), 404],
      ['/api/photos/x/', auth(), 404],
      [`/api/photos/${id}/`, { Authorization: 'Token wrong' }, 401],
    ] as const) {
      raw.send(head('PUT', path, { ...headers, 'Content-Type': TYPE, 'Content-Length': size }));
      raw.send(Buffer.concat([filePart().subarray(0, -2), Buffer.alloc(size / 2)]));
      expect((await raw.response()).status).toBe(status);
      expect(await listFiles(collection)).toEqual(before);
      raw.send(Buffer.alloc(size - size / 2 - filePart().length + 2));
    }
    raw.send(head('GET', `/api/photos/${id}/`, auth()));
    expect((await raw.response()).status).toBe(200);
  });

  it('returns 401 before the body is sent if the client expects `100 Continue`', async () => {
    const raw = await connection();
    const expectation = { Expect: '100-continue', 'Content-Type': TYPE, 'Content-Length': 5000 };
    raw.send(head('POST', '/api/photos/', expectation));
    expect((await raw.response()).status).toBe(401);
  });

  it('returns 401 even after a long body has been sent', async () => {
    const form = toForm({}, Buffer.alloc(15_000_000));
    const { status } = await collection.request('/api/photos/', { method: 'POST', body: form });
    expect(status).toBe(401);
  });
});

function auth(): Record<string, string> {
  return withToken(user.token);
}

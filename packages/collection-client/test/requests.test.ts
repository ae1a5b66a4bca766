import { afterEach, describe, expect, test } from '@jest/globals';
import {
  failing,
  json,
  neverReply,
  openLocalServer,
  type LocalServer,
  type Reply,
} from '@kitroom/testing/local-server';
import { createCollectionClient, type CollectionClientOptions, type NewPhoto } from '../src/index.ts';
import { ada, photo, shirtInFull } from './examples.ts';

let server: LocalServer | undefined;

afterEach(async () => {
  await server?.close();
  server = undefined;
});

describe('a request of the collection client', () => {
  test('contains the token and the accepted types', async () => {
    const headers = await headersOf({ token: 'abc' });
    expect(headers).toMatchObject({ authorization: 'Token abc', accept: 'application/json' });
    expect(headers).not.toHaveProperty('content-type');
  });

  test.each([undefined, ''])('contains no token if the option is %j', async (token) => {
    expect(await headersOf({ token })).not.toHaveProperty('authorization');
  });

  test('contains no token for archive look-ups, which need none', async () => {
    const client = await open({ token: 'abc' }, { results: [] });
    await client.archive.kits.search({ keyword: 'malaga' });
    expect(server?.seen[0]?.headers).not.toHaveProperty('authorization');
  });

  test("contains the client's headers, which headers of the call override", async () => {
    const headers = { 'X-Request-Id': 'of-the-client', 'X-App': 'wardrobe', 'X-Nothing': undefined };
    expect(await headersOf({ headers })).toMatchObject({
      'x-request-id': 'of-the-client',
      'x-app': 'wardrobe',
    });
    expect(await headersOf({ headers }, { 'x-request-id': 'of-the-call' })).toMatchObject({
      'x-request-id': 'of-the-call',
      'x-app': 'wardrobe',
    });
  });

  test('contains the If-Match header of its call', async () => {
    const client = await open({}, shirtInFull);
    await client.items.patch({ id: 12 }, { name: 'Away' }, { ifMatch: '"version.hash"' });
    expect(server?.seen[0]?.headers).toMatchObject({ 'if-match': '"version.hash"' });
  });

  test('requests strict handling if the client is strict, unless its call sets Prefer', async () => {
    const client = await open({ strict: true }, ada);
    await client.users.me();
    await client.users.me({ headers: { Prefer: undefined } });
    await client.users.me({ headers: { Prefer: 'handling=lenient' } });
    expect(server?.seen.map(({ headers }) => headers['prefer'])).toEqual([
      'handling=strict',
      'handling=strict',
      'handling=lenient',
    ]);
  });

  test('has a JSON body and the JSON content type', async () => {
    const client = await open({}, ada);
    await client.users.patch({ username: 'ada' }, { name: 'Ádá' });
    expect(server?.seen[0]).toMatchObject({ body: '{"name":"Ádá"}' });
    expect(server?.seen[0]?.headers).toMatchObject({ 'content-type': 'application/json' });
  });

  test('is sent with the fetch function and the credentials of the client', async () => {
    const sent: Array<[string, RequestInit]> = [];
    const client = createCollectionClient({
      baseUrl: 'https://kits.example/collection',
      credentials: 'include',
      fetch: async (url, init) => {
        sent.push([url, init]);
        return Response.json(ada);
      },
    });
    expect(await client.users.me()).toEqual(ada);
    expect(sent).toMatchObject([
      ['https://kits.example/collection/api/users/me/', { method: 'GET', credentials: 'include' }],
    ]);
  });

  test('omits the credentials option unless it is set', async () => {
    let credentials: unknown = 'not called';
    const client = createCollectionClient({
      baseUrl: 'https://kits.example',
      fetch: async (_, init) => {
        credentials = init.credentials;
        return Response.json(ada);
      },
    });
    await client.users.me();
    expect(credentials).toBeUndefined();
  });

  test('is rejected with a TypeError for invalid arguments', async () => {
    const client = createCollectionClient({ baseUrl: 'http://127.0.0.1:1' });
    await expect(client.users.get({ username: '..' })).rejects.toThrow(
      new TypeError('username must be a valid path segment'),
    );
    // @ts-expect-error a picture is no text
    await expect(client.photos.upload({ image: 'front.jpg' })).rejects.toThrow(
      new TypeError('image must be a Blob or a File'),
    );
    await expect(client.health({ headers: { 'two words': 'x' } })).rejects.toThrow(
      new TypeError('the header "two words" cannot be sent'),
    );
  });
});

describe('the CSRF token of the collection client', () => {
  test.each<[string, () => string | Promise<string>]>([
    ['synchronously', () => 'csrf-1'],
    ['asynchronously', async () => 'csrf-1'],
  ])('is sent with a write if csrfToken returns it %s', async (_, csrfToken) => {
    const client = await open({ csrfToken }, shirtInFull, 201);
    await client.items.create({ item_type: 'other', is_draft: true });
    expect(server?.seen[0]?.headers).toMatchObject({ 'x-csrf-token': 'csrf-1' });
  });

  test('is not sent if csrfToken returns undefined', async () => {
    const client = await open({ csrfToken: () => undefined }, shirtInFull, 201);
    await client.items.create({ item_type: 'other', is_draft: true });
    expect(server?.seen[0]?.headers).not.toHaveProperty('x-csrf-token');
  });

  test.each<[string, Partial<CollectionClientOptions>, 'me' | 'patch']>([
    ['for a read', {}, 'me'],
    ['together with a token', { token: 'abc' }, 'patch'],
  ])('is not fetched %s', async (_, options, method) => {
    let calls = 0;
    const csrfToken = () => `csrf-${(calls += 1)}`;
    const { users } = await open({ ...options, csrfToken }, ada);
    await (method === 'me' ? users.me() : users.patch({ username: 'ada' }, { name: 'Ada' }));
    expect(calls).toBe(0);
    expect(server?.seen[0]?.headers).not.toHaveProperty('x-csrf-token');
  });

  test('prevents the request if it cannot be fetched', async () => {
    const reason = new Error('the session is over');
    const client = await open({ csrfToken: () => Promise.reject(reason) }, ada);
    await expect(client.users.patch({ username: 'ada' }, {})).rejects.toBe(reason);
    expect(server?.seen).toHaveLength(0);
  });

  test('is abandoned at the deadline of the call', async () => {
    const csrfToken = () => new Promise<string>(() => {});
    const client = await open({ csrfToken, timeoutMs: 100 }, ada);
    await expect(client.users.patch({ username: 'ada' }, {})).rejects.toMatchObject({ code: 'timeout' });
  });
});

describe('a picture that the collection client uploads', () => {
  const picture = new File([new Uint8Array([255, 216, 0, 13, 10, 255])], 'Trikot vorn.jpg', {
    type: 'image/jpeg',
  });

  test('is sent as form data after all other fields', async () => {
    const form = await formOf({
      image: picture,
      content_type: 1,
      object_id: 12,
      caption: 'Vorn, ä',
      order: 0,
    });
    const image = form.get('image') as File;
    expect([...form.keys()]).toEqual(['content_type', 'object_id', 'caption', 'order', 'image']);
    expect(Object.fromEntries(form)).toMatchObject({
      content_type: '1',
      object_id: '12',
      caption: 'Vorn, ä',
      order: '0',
    });
    expect([image.name, image.type, image.size]).toEqual(['Trikot vorn.jpg', 'image/jpeg', 6]);
  });

  test('may be a blob without a name', async () => {
    const image = (await formOf({ image: new Blob(['x'], { type: 'image/png' }) })).get('image') as File;
    expect([image.name, image.type]).toEqual(['blob', 'image/png']);
  });

  test('is sent without undefined fields, and with empty fields for null', async () => {
    const form = await formOf({ image: picture, order: undefined, content_type: null, object_id: null });
    expect(Object.fromEntries(form)).toMatchObject({ content_type: '', object_id: '' });
    expect([...form.keys()]).not.toContain('order');
  });

  test('can be omitted from a change, which is then sent as JSON', async () => {
    const client = await open({}, photo);
    await client.photos.patch({ id: 31 }, { caption: 'Back', image: undefined });
    expect(server?.seen[0]).toMatchObject({ method: 'PATCH', body: '{"caption":"Back"}' });
  });

  test('is sent as form data in a change', async () => {
    const client = await open({}, photo);
    await client.photos.put({ id: 31 }, { caption: 'Back', image: picture });
    expect(server?.seen[0]?.method).toBe('PUT');
    expect(server?.seen[0]?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
  });

  test('has its own timeout', async () => {
    server = await openLocalServer(neverReply);
    const client = createCollectionClient({ ...server, timeoutMs: 60_000, transferTimeoutMs: 100 });
    await expect(client.photos.upload({ image: picture })).rejects.toMatchObject({
      code: 'timeout',
      message: 'POST /api/photos/: no response within 100 ms',
    });
  });

  async function formOf(sent: NewPhoto): Promise<FormData> {
    let form: FormData | undefined;
    const client = createCollectionClient({
      baseUrl: 'https://kits.example',
      fetch: async (url, init) => {
        // As the receiver reads it.
        form = await new Request(url, init).formData();
        return Response.json(photo, { status: 201 });
      },
    });
    await client.photos.upload(sent);
    if (!form) throw new Error('nothing was sent');
    return form;
  }
});

describe('createCollectionClient', () => {
  test.each<[string, Partial<CollectionClientOptions>]>([
    ['baseUrl', { baseUrl: 'kits.example' }],
    ['transferTimeoutMs', { transferTimeoutMs: 2 ** 31 }],
    ['token', { token: 'two words' }],
    ['token', { token: 'tokén' }],
    ['"x-app"', { headers: { 'x-app': 'two\nlines' } }],
  ])('throws for an invalid %s: %j', (name, options) => {
    expect(() => createCollectionClient({ baseUrl: 'http://kits.example', ...options })).toThrow(
      new RegExp(`^(the header )?${name} `),
    );
  });

  test.each([{ token: 'secret\nsecret' }, { headers: { authorization: 'secret\nsecret' } }])(
    'throws an error that does not contain the secret: %j',
    (options) => {
      expect(() => createCollectionClient({ baseUrl: 'http://kits.example', ...options })).toThrow(
        expect.not.objectContaining({ message: expect.stringContaining('secret') }),
      );
    },
  );
});

async function open(options: Partial<CollectionClientOptions>, body: unknown, status = 200) {
  server = await openLocalServer(json(body, status));
  return createCollectionClient({ baseUrl: server.baseUrl, ...options });
}

async function headersOf(options: Partial<CollectionClientOptions>, headers?: Record<string, string>) {
  await server?.close();
  const client = await open(options, ada);
  await client.users.me({ headers });
  return server?.seen[0]?.headers;
}

describe('the collection client', () => {
  test('sends the cookie of an unlocked share link to shared collections only', async () => {
    const unlock: Reply = (response) => {
      response.writeHead(204, { 'set-cookie': 'share=1.abc; Path=/api/shared/t; HttpOnly' }).end();
    };
    const local = await openLocalServer(unlock, failing(404));
    try {
      const client = createCollectionClient({ ...local, retries: 0 });
      await client.shared.unlock({ token: 't' }, { password: 'for my friends' });
      await expect(client.shared.get({ token: 't' })).rejects.toMatchObject({ status: 404 });
      await expect(client.users.me()).rejects.toMatchObject({ status: 404 });
      expect(local.seen.map(({ headers }) => headers.cookie)).toEqual([undefined, 'share=1.abc', undefined]);
    } finally {
      await local.close();
    }
  });
});

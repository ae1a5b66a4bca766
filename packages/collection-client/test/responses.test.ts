import { createServer } from 'node:net';
import { inspect } from 'node:util';
import { afterEach, describe, expect, test } from '@jest/globals';
import * as z from 'zod';
import {
  failing,
  hangUp,
  json,
  listen,
  openLocalServer,
  text,
  type LocalServer,
  type Reply,
} from '@kitroom/testing/local-server';
import { COLLECTION_CONTRACTS, createCollectionClient, type CollectionClientOptions } from '../src/index.ts';
import { ada, health, shirt } from './examples.ts';

const SECRET = 'f00dfeed';

let server: LocalServer | undefined;

afterEach(async () => {
  await server?.close();
  server = undefined;
});

// What the transport makes of invalid responses is tested in catalogue-client: both clients share it.
describe('a response to the collection client', () => {
  test('is rejected with invalid_response and the names of the invalid fields if its shape is wrong', async () => {
    expect(await errorOf(json({ ...ada, name: 1 }))).toMatchObject({
      code: 'invalid_response',
      message: 'GET /api/users/me/: the response is not of the documented shape',
      cause: { issues: [{ path: ['name'], code: 'invalid_type' }] },
    });
  });

  test('is not transformed by the schema of any contract', () => {
    for (const { responses } of COLLECTION_CONTRACTS) {
      for (const response of Object.values(responses)) {
        expect(() => response.schema && z.toJSONSchema(response.schema, { io: 'output' })).not.toThrow();
      }
    }
  });
});

describe('a list in an array response', () => {
  const headersOf = (link: string) => ({ 'X-Total-Count': '45', Link: link });

  test.each<[string, string, string | null, string | null]>([
    ['first', '<https://a/?page=1>; rel="first", <https://a/?page=2>; rel="next"', 'https://a/?page=2', null],
    [
      'middle',
      '<https://a/?x=1,2&page=1>; rel="prev", <https://a/?x=1,2&page=3>; rel="next"',
      'https://a/?x=1,2&page=3',
      'https://a/?x=1,2&page=1',
    ],
    ['unquoted', '<https://a/2>;title="b";rel=next,<https://a/0>;rel=prev', 'https://a/2', 'https://a/0'],
    ['only', '<https://a/?page=1>; rel="first", <https://a/?page=1>; rel="last"', null, null],
  ])('contains the URLs of the neighbouring pages: %s page', async (_, link, next, previous) => {
    server = await openLocalServer(json([shirt], 200, headersOf(link)));
    const page = await createCollectionClient(server).items.list();
    expect(page).toEqual({ count: 45, next, previous, results: [shirt] });
  });

  test('is rejected with invalid_response without X-Total-Count', async () => {
    server = await openLocalServer(json([shirt]));
    await expect(createCollectionClient(server).photos.list()).rejects.toMatchObject({
      code: 'invalid_response',
    });
    await expect(createCollectionClient(server).items.list()).rejects.toMatchObject({
      code: 'invalid_response',
      message: 'GET /api/items/: the response has no X-Total-Count',
    });
  });
});

describe('accounts.login', () => {
  const needed = { detail: 'Multi-factor code required.', mfa_required: true };
  const credentials = { username: 'ada', password: 'pw' };

  test('resolves with the response if a second factor is required', async () => {
    server = await openLocalServer(json(needed, 401));
    expect(await createCollectionClient(server).accounts.login(credentials)).toEqual(needed);
  });

  test('rejects any other 401 response', async () => {
    server = await openLocalServer(failing(401));
    const pending = createCollectionClient(server).accounts.login(credentials);
    await expect(pending).rejects.toMatchObject({ code: 'http', status: 401, detail: 'It is 401.' });
  });
});

describe('accounts.export', () => {
  const bytes = Buffer.from([0x50, 0x4b, 3, 4, 0, 255, 128]);

  test('returns the file unchanged', async () => {
    server = await openLocalServer((response) => {
      response.writeHead(200, { 'content-type': 'application/zip' }).end(bytes);
    });
    const file = await createCollectionClient(server).accounts.export();
    expect(Buffer.from(await file.arrayBuffer())).toEqual(bytes);
    expect(file.type).toBe('application/zip');
    expect(server.seen[0]?.headers.accept).toBe('application/zip, application/json');
  });

  test('rejects HTML with invalid_response', async () => {
    server = await openLocalServer(text('<html>'));
    await expect(createCollectionClient(server).accounts.export()).rejects.toMatchObject({
      code: 'invalid_response',
      message: 'GET /api/accounts/export/: the response is text/html, not application/zip',
    });
  });

  test('rejects a 401 response', async () => {
    server = await openLocalServer(failing(401));
    await expect(createCollectionClient(server).accounts.export()).rejects.toMatchObject({ status: 401 });
  });
});

describe('health', () => {
  const unhealthy = { ...health, status: 'unhealthy', database: 'disconnected', error: 'It is away.' };

  test('returns an unhealthy report without a retry', async () => {
    server = await openLocalServer(json(unhealthy, 503, { 'retry-after': '0' }));
    expect(await createCollectionClient(server).health()).toEqual(unhealthy);
    expect(server.seen).toHaveLength(1);
  });
});

describe('an error of the collection client', () => {
  test('contains the status, detail, request id and pause before a retry', async () => {
    const detail = 'Request was throttled. Expected available in 1800 seconds.';
    const error = await errorOf(json({ detail }, 429, { 'retry-after': '1800', 'x-request-id': 'abc-123' }));
    expect(error).toMatchObject({
      name: 'CollectionError',
      code: 'http',
      status: 429,
      detail,
      fields: undefined,
      retryAfterMs: 1_800_000,
      requestId: 'abc-123',
      message: `GET /api/users/me/: 429 ${detail}`,
    });
  });

  test('contains the errors of each field', async () => {
    const fields = { size: ['This field is required.'], number: ['A valid integer is required.', 'Really.'] };
    server = await openLocalServer(json(fields, 400));
    const pending = createCollectionClient(server).items.create({ item_type: 'jersey' });
    await expect(pending).rejects.toMatchObject({
      code: 'http',
      status: 400,
      fields,
      detail: undefined,
      message:
        'POST /api/items/: 400 size: This field is required.; number: A valid integer is required. Really.',
    });
  });

  test('contains the errors of each item of a batch', async () => {
    const errors = { 7: { tags: ['At most 20 tags.'] } };
    server = await openLocalServer(json({ errors }, 400));
    const batch = createCollectionClient(server).items.batch({ ids: [7, 8], add_tags: ['spare'] });
    await expect(batch).rejects.toMatchObject({ status: 400, fields: undefined, items: errors });
  });

  test('has confirmationRequired only if the response requires a confirmation', async () => {
    const detail = 'Please confirm that it is you.';
    const pending = await errorOf(json({ detail, confirmation_required: true }, 403));
    expect(pending).toMatchObject({ status: 403, detail, confirmationRequired: true });
    for (const reply of [json({ detail: 'This needs a session, not a token.' }, 403), text('', 403)]) {
      expect(await errorOf(reply)).toMatchObject({ status: 403, confirmationRequired: false });
    }
  });

  test('has passwordRequired only if the share link requires a password', async () => {
    const detail = 'This link needs a password.';
    const pending = await errorOf(json({ detail, password_required: true }, 401));
    expect(pending).toMatchObject({ status: 401, detail, passwordRequired: true });
    expect(await errorOf(json({ detail: 'Invalid token.' }, 401))).toMatchObject({ passwordRequired: false });
  });

  test.each<[string, Reply]>([
    ['HTML', text('<h1>Not here</h1>', 400)],
    ['empty', text('', 400)],
    ['a list', json(['not here'], 400)],
    ['JSON of another shape', json({ name: { deep: true } }, 400)],
  ])('has neither detail nor fields if the body is %s', async (_, reply) => {
    expect(await errorOf(reply)).toMatchObject({ status: 400, detail: undefined, fields: undefined });
  });

  test('contains the cause if the service is unreachable', async () => {
    server = await openLocalServer(hangUp);
    await server.close();
    const pending = createCollectionClient({ baseUrl: server.baseUrl, retries: 0 }).health();
    await expect(pending).rejects.toMatchObject({
      code: 'unreachable',
      status: undefined,
      message: expect.stringContaining('ECONNREFUSED'),
    });
  });

  test('has the code "unreachable" if the service does not respond in HTTP', async () => {
    const gibberish = createServer((socket) => socket.resume().end('hello, this is no service\r\n\r\n'));
    const client = createCollectionClient({ baseUrl: await listen(gibberish), retries: 0 });
    await expect(client.health()).rejects.toMatchObject({ code: 'unreachable', status: undefined });
    gibberish.close();
  });

  test.each<[string, Reply]>([
    ['404', failing(404)],
    ['invalid', text('<html>')],
    ['missing', hangUp],
    ['a redirect', redirect('/elsewhere')],
  ])('does not contain the token if the response is %s', async (_, reply) => {
    const error = await errorOf(reply, { token: SECRET, retries: 0 });
    expect(inspect(error, { depth: Infinity, showHidden: true })).not.toContain(SECRET);
  });

  test.each<[string, Reply]>([
    ['is cut off', text(`{"token":"${SECRET}"`, 200, 'application/json')],
    ['has another shape', json({ token: [SECRET] })],
    ['has another status', json({ token: SECRET }, 201)],
  ])('does not contain the requested token if the response %s', async (_, reply) => {
    server = await openLocalServer(reply);
    const pending = createCollectionClient(server).tokens.create({ username: 'ada', password: 'hunter-22' });
    const error = await pending.catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'invalid_response' });
    const shown = inspect(error, { depth: Infinity, showHidden: true });
    expect(shown).not.toContain(SECRET);
    expect(shown).not.toContain('hunter-22');
  });
});

describe('a redirect of the collection client', () => {
  test.each([301, 302, 307, 308])(
    'is rejected with status %d, and the token is not sent to the target',
    async (status) => {
      const otherServer = await openLocalServer(json(ada));
      const error = await errorOf(redirect(otherServer.baseUrl, status), { token: SECRET });
      expect(error).toMatchObject({
        code: 'http',
        status,
        message: 'GET /api/users/me/: redirected elsewhere; is the base URL right?',
      });
      expect(otherServer.seen).toHaveLength(0);
      await otherServer.close();
    },
  );

  test('is rejected even if a browser hides its status', async () => {
    const hidden = Object.defineProperty(new Response(), 'type', { value: 'opaqueredirect' });
    Object.defineProperty(hidden, 'status', { value: 0 });
    const client = createCollectionClient({ baseUrl: 'https://kits.example', fetch: async () => hidden });
    await expect(client.users.me()).rejects.toMatchObject({ code: 'http', status: undefined });
  });
});

async function responseTo(reply: Reply, options: Partial<CollectionClientOptions> = {}): Promise<unknown> {
  await server?.close();
  server = await openLocalServer(reply);
  return createCollectionClient({ baseUrl: server.baseUrl, ...options }).users.me();
}

async function errorOf(reply: Reply, options: Partial<CollectionClientOptions> = {}): Promise<unknown> {
  return responseTo(reply, options).then(
    (body) => {
      throw new Error(`there was a response: ${inspect(body)}`);
    },
    (error: unknown) => error,
  );
}

function redirect(location: string, status = 302): Reply {
  return (response) => {
    response.writeHead(status, { location }).end();
  };
}

import { spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@kitroom/testing/test-databases';
import { runServiceCommand, startTestService } from '@kitroom/testing/test-processes';
import { migrateCollection } from '../src/database.ts';
import { toForm } from './test-photos.ts';
import { png } from './test-pictures.ts';

const SECRET_KEY = 'a secret of the tests, of more than 32 characters';
const IS_ROOT = process.getuid?.() === 0;
const NOBODY = 65_534;
/** Tests may run as root, which can write everywhere. */
const AS_NOBODY = { NODE_OPTIONS: `--import=data:text/javascript,process.seteuid(${NOBODY})` };

let database: TestDatabase;
let folder: string;
let token: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kitroom-unusable-'));
  await chmod(folder, 0o755);
  database = await createTestDatabase('collection', async (url) => void (await migrateCollection(url)));
  const env = { DATABASE_URL: database.url, SECRET_KEY };
  const user = ['--username', 'ada', '--email', 'ada@example.org', '--verified'];
  await runServiceCommand('collection', ['users', 'create', ...user], { env, input: 'brass lantern 42\n' });
  token = (await runServiceCommand('collection', ['tokens', 'show', 'ada'], { env })).stdout.trim();
});

afterAll(async () => {
  for (const name of ['read-only', 'empty']) spawnSync('umount', ['-l', join(folder, name)]);
  await rm(folder, { recursive: true, force: true });
  await database.drop();
});

/** A folder with a photo that only its owner may read. */
async function makeMedia(name: string): Promise<string> {
  const media = join(folder, name);
  await mkdir(join(media, 'originals'), { recursive: true });
  await writeFile(join(media, 'originals/a.jpg'), 'no picture, but a file', { mode: 0o600 });
  return media;
}

function mountReadOnly(media: string): void {
  for (const options of ['bind', 'remount,bind,ro']) {
    const { status, stderr } = spawnSync('mount', ['-o', options, media, media], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`mount failed: ${stderr}`);
  }
}

interface Kind {
  kind: string;
  code: string;
  /** The status of a request for an existing photo. */
  read: number;
  make(): Promise<string>;
  env?: Record<string, string>;
}

const KINDS: Kind[] = [
  {
    kind: 'below a file',
    code: 'ENOTDIR',
    read: 404,
    make: async () => join(await makeMedia('file'), 'originals/a.jpg'),
  },
  {
    kind: 'of another user',
    code: 'EACCES',
    read: IS_ROOT ? 503 : 200,
    async make() {
      const media = await makeMedia('foreign');
      await chmod(media, 0o555);
      return media;
    },
    ...(IS_ROOT && { env: AS_NOBODY }),
  },
  ...(IS_ROOT
    ? [
        {
          kind: 'on a disk that became read-only',
          code: 'EROFS',
          read: 200,
          async make() {
            const media = await makeMedia('read-only');
            await mkdir(join(media, '.uploads'));
            mountReadOnly(media);
            return media;
          },
        },
        {
          kind: 'on a disk that was read-only from the start',
          code: 'ENOENT',
          read: 404,
          async make() {
            const media = join(folder, 'empty');
            await mkdir(media);
            mountReadOnly(media);
            return media;
          },
        },
      ]
    : []),
];

describe.each(KINDS)('a MEDIA_ROOT $kind', ({ code, read, make, env = {} }) => {
  it(`makes uploads return 503 and log ${code} as an error, while other requests work`, async () => {
    const MEDIA_ROOT = await make();
    const variables = { DATABASE_URL: database.url, SECRET_KEY, MEDIA_ROOT, WORKER: 'false', ...env };
    const service = await startTestService('collection', variables);
    try {
      const request = (path: string, init: RequestInit = {}) =>
        fetch(`${service.url}${path}`, { ...init, headers: { Authorization: `Token ${token}` } });
      const form = (field: string, content: Buffer) => {
        const body = new FormData();
        body.set(field, new Blob([new Uint8Array(content)]), 'a-file');
        return body;
      };
      for (const [method, path, body] of [
        ['POST', '/api/photos/', toForm({}, await png())],
        ['PUT', '/api/accounts/profile/avatar/', form('avatar', await png())],
        ['POST', '/api/imports/', form('file', Buffer.from('name\nShirt\n'))],
      ] as const) {
        const response = await request(path, { method, body });
        expect([path, response.status, response.headers.get('Retry-After')]).toEqual([path, 503, '5']);
        expect(await response.json()).toEqual({
          detail: 'The service is temporarily unavailable. Please try again later.',
        });
        const id = response.headers.get('X-Request-Id') ?? '';
        const line = await service.waitForLine((text) => text.includes(id) && text.includes('"res"'));
        expect(JSON.parse(line)).toMatchObject({ level: 'error', err: { code } });
      }
      expect((await request('/media/originals/a.jpg')).status).toBe(read);
      expect((await request('/api/items/')).status).toBe(200);
    } finally {
      await service.kill();
    }
  });
});

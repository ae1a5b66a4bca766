import { randomUUID } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MissingFileError } from '../src/storage/storage.ts';
import { startS3Server, type S3Server } from './s3-server.ts';
import { keysOf, newKey, openTestStorages, type TestStorages } from './test-storages.ts';

const BASE = 'https://kits.example.org';
let storages: TestStorages;
let s3: S3Server;

beforeAll(async () => {
  storages = await openTestStorages();
  s3 = await startS3Server();
});

afterAll(async () => {
  await storages.close();
  await s3.close();
});

describe.each([
  ['local', () => storages.open()],
  ['S3', () => storages.open(s3.env)],
])('%s storage', (_kind, openOne) => {
  it('returns stored files byte for byte', async () => {
    const storage = openOne();
    const content = Buffer.alloc(3_000_000, 'kit\0\xff', 'latin1');
    const key = newKey();
    await storage.put(key, await storages.aFile(content));
    expect((await storages.read(storage, key)).equals(content)).toBe(true);
  });

  it('stores an empty file', async () => {
    const storage = openOne();
    const key = newKey();
    await storage.put(key, await storages.aFile(''));
    expect(await storages.read(storage, key)).toHaveLength(0);
  });

  it('returns the size of a file, and throws MissingFileError for an unknown key', async () => {
    const storage = openOne();
    const key = newKey();
    await storage.put(key, await storages.aFile('12345'));
    expect(await storage.size(key)).toBe(5);
    await expect(storage.size(newKey())).rejects.toThrow(MissingFileError);
  });

  it('does not change the source file, and can store it under the same key again', async () => {
    const storage = openOne();
    const path = await storages.aFile('again');
    const key = newKey();
    await storage.put(key, path);
    await storage.put(key, path);
    expect(await readFile(path, 'utf8')).toBe('again');
    expect(String(await storages.read(storage, key))).toBe('again');
  });

  it('lists all files with the times at which they were stored', async () => {
    const storage = openOne();
    const keys = [newKey(), newKey('png'), `avif/${randomUUID()}.avif`, `a/b/c/${randomUUID()}`];
    const path = await storages.aFile('listed');
    const before = Date.now();
    for (const key of keys) await storage.put(key, path);
    const files = [];
    for await (const file of storage.list()) if (keys.includes(file.key)) files.push(file);
    expect(files.map(({ key }) => key).toSorted()).toEqual(keys.toSorted());
    for (const { modifiedAt } of files) {
      // S3 returns whole seconds.
      expect(modifiedAt.getTime()).toBeGreaterThanOrEqual(before - 1000);
      expect(modifiedAt.getTime()).toBeLessThanOrEqual(Date.now() + 1000);
    }
  });

  it('removes only the given keys, and ignores keys that do not exist', async () => {
    const storage = openOne();
    const path = await storages.aFile('removed');
    const keys = Array.from({ length: 20 }, () => newKey());
    const kept = newKey();
    for (const key of [...keys, kept]) await storage.put(key, path);
    await storage.remove([...keys, newKey(), 'nowhere/at-all.jpg']);
    await storage.remove(keys);
    await storage.remove([]);
    const remaining = await keysOf(storage);
    expect(remaining).toContain(kept);
    expect(remaining.filter((key) => keys.includes(key))).toEqual([]);
  });

  it('throws MissingFileError when fetching an unknown key, and creates no file', async () => {
    const storage = openOne();
    const key = newKey();
    const path = join(storages.folder, 'missing');
    await expect(storage.fetch(key, path)).rejects.toThrow(MissingFileError);
    await expect(storage.fetch(key, path)).rejects.toThrow(`there is no file ${key}`);
    await expect(stat(path)).rejects.toThrow('ENOENT');
  });

  it('returns a whole file or throws MissingFileError while the file is being removed', async () => {
    const storage = openOne();
    const content = 'x'.repeat(100_000);
    const path = await storages.aFile(content);
    const fetched: string[] = [];
    for (let turn = 0; turn < 100; turn += 1) {
      const key = newKey();
      await storage.put(key, path);
      const readers = Array.from({ length: 5 }, () =>
        storages.read(storage, key).then(String, (error: unknown) => {
          if (!(error instanceof MissingFileError)) throw error;
          return 'missing';
        }),
      );
      const [, ...read] = await Promise.all([storage.remove([key]), ...readers]);
      fetched.push(...read);
    }
    expect(fetched.filter((body) => body !== content && body !== 'missing')).toEqual([]);
  });

  it('stores nothing if the source file cannot be read', async () => {
    const storage = openOne();
    const key = newKey();
    await expect(storage.put(key, join(storages.folder, 'not-there'))).rejects.toThrow('ENOENT');
    await expect(storages.read(storage, key)).rejects.toThrow(MissingFileError);
  });

  it('throws ENOENT, not MissingFileError, if the target cannot be written', async () => {
    const storage = openOne();
    const key = newKey();
    await storage.put(key, await storages.aFile('x'));
    const failed = await storage
      .fetch(key, join(storages.folder, 'no/such/folder/x'))
      .catch((error: unknown) => error);
    expect(failed).toMatchObject({ code: 'ENOENT' });
    expect(failed).not.toBeInstanceOf(MissingFileError);
  });

  it('passes its availability check', async () => {
    await expect(openOne().check()).resolves.toBeUndefined();
  });

  it.each([
    '',
    'name.jpg',
    'originals/',
    '/originals/name.jpg',
    'originals//name.jpg',
    '../name.jpg',
    'originals/../name.jpg',
    'originals/..',
    'originals/./name.jpg',
    'originals/.hidden',
    '.incoming/name.jpg',
    'originals\\name.jpg',
    'originals/..\\name.jpg',
    'originals/na%2e%2eme.jpg',
    'originals/na me.jpg',
    'originals/na?me.jpg',
    'originals/na#me.jpg',
    'originals/name.jpg\0.png',
    'originals/name.jpg\n',
    'originals/näme.jpg',
    `originals/${'a'.repeat(200)}.jpg`,
  ])('rejects the invalid key %j', async (key) => {
    const storage = openOne();
    const path = await storages.aFile('tricky');
    await expect(storage.put(key, path)).rejects.toThrow('is not a valid storage key');
    await expect(storage.fetch(key, join(storages.folder, 'tricky'))).rejects.toThrow(
      'is not a valid storage key',
    );
    await expect(storage.remove([key])).rejects.toThrow('is not a valid storage key');
    expect(() => storage.url(key, BASE)).toThrow('is not a valid storage key');
  });
});

import { spawnSync } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@kitroom/testing/eventually';
import { MissingFileError } from '../src/storage/storage.ts';
import { keysOf, openTestStorages, type TestStorages } from './test-storages.ts';

const BASE = 'https://kits.example.org';
let storages: TestStorages;

beforeAll(async () => {
  storages = await openTestStorages();
});

afterAll(() => storages.close());

describe('local storage', () => {
  it.each([
    ['/media/', `${BASE}/media/originals/a.jpg`],
    ['/media', `${BASE}/media/originals/a.jpg`],
    ['https://cdn.example.org', 'https://cdn.example.org/originals/a.jpg'],
    ['https://cdn.example.org/kits/', 'https://cdn.example.org/kits/originals/a.jpg'],
  ])('builds URLs below MEDIA_URL: %s', (MEDIA_URL, address) => {
    expect(storages.open({ MEDIA_URL }).url('originals/a.jpg', BASE)).toBe(address);
  });

  it('lists and reads a file only once the file is complete', async () => {
    const root = join(storages.folder, 'slow');
    const storage = storages.open({ MEDIA_ROOT: root });
    const pipe = join(storages.folder, 'pipe');
    expect(spawnSync('mkfifo', [pipe]).status).toBe(0);
    const putting = storage.put('originals/slow.jpg', pipe);
    const source = createWriteStream(pipe);
    source.write('half of it, ');
    await eventually(async () => {
      const [half = ''] = await readdir(join(root, '.incoming'));
      expect(await readFile(join(root, '.incoming', half), 'utf8')).toBe('half of it, ');
    });
    expect(await keysOf(storage)).toEqual([]);
    await expect(storages.read(storage, 'originals/slow.jpg')).rejects.toThrow(MissingFileError);
    source.end('and the rest');
    await putting;
    expect(String(await storages.read(storage, 'originals/slow.jpg'))).toBe('half of it, and the rest');
    expect(await readdir(join(root, '.incoming'))).toEqual([]);
  });

  it('creates folders and files that only the user of the process can read', async () => {
    const root = join(storages.folder, 'closed');
    const storage = storages.open({ MEDIA_ROOT: root });
    await storage.check();
    await storage.put('originals/a.jpg', await storages.aFile('a'));
    const modes = ['', '.incoming', 'originals', 'originals/a.jpg'].map(async (path) =>
      ((await stat(join(root, path))).mode & 0o777).toString(8),
    );
    expect(await Promise.all(modes)).toEqual(['700', '700', '700', '600']);
  });

  it('does not list incomplete or foreign files, and removes incomplete files after a failed put', async () => {
    const root = join(storages.folder, 'half');
    const storage = storages.open({ MEDIA_ROOT: root });
    await storage.put('originals/whole.jpg', await storages.aFile('whole'));
    // A folder can be opened; only reading it fails.
    await expect(storage.put('originals/broken.jpg', storages.folder)).rejects.toThrow('EISDIR');
    expect(await readdir(join(root, '.incoming'))).toEqual([]);
    await writeFile(join(root, '.incoming/half'), 'ha');
    await writeFile(join(root, 'lost.txt'), 'not of ours');
    await mkdir(join(root, '.uploads/work-1'), { recursive: true });
    await writeFile(join(root, '.uploads/work-1/image'), 'perhaps a picture');
    expect(await keysOf(storage)).toEqual(['originals/whole.jpg']);
  });

  it('removes incomplete files of killed processes after two days', async () => {
    const root = join(storages.folder, 'left');
    await mkdir(join(root, '.incoming'), { recursive: true });
    await writeFile(join(root, '.incoming/old'), 'ha');
    await writeFile(join(root, '.incoming/new'), 'ha');
    const twoDaysAgo = Date.now() / 1000 - 2 * 86_400;
    await utimes(join(root, '.incoming/old'), twoDaysAgo, twoDaysAgo);
    await storages.open({ MEDIA_ROOT: root }).put('originals/a.jpg', await storages.aFile('a'));
    expect(await readdir(join(root, '.incoming'))).toEqual(['new']);
  });

  it('is empty if the folder does not exist yet', async () => {
    const storage = storages.open({ MEDIA_ROOT: join(storages.folder, 'not-yet') });
    expect(await keysOf(storage)).toEqual([]);
    await storage.remove(['originals/a.jpg']);
  });

  it('rejects all operations with ENOTDIR if the folder cannot be created', async () => {
    const file = await storages.aFile('a file');
    const storage = storages.open({ MEDIA_ROOT: join(file, 'media') });
    await expect(storage.check()).rejects.toThrow('ENOTDIR');
    await expect(storage.put('originals/a.jpg', file)).rejects.toThrow('ENOTDIR');
    await expect(storages.read(storage, 'originals/a.jpg')).rejects.toThrow('ENOTDIR');
    await expect(keysOf(storage)).rejects.toThrow('ENOTDIR');
    await expect(storage.remove(['originals/a.jpg'])).rejects.toThrow('ENOTDIR');
  });
});

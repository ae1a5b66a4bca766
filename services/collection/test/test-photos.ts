import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Photo } from '@kitroom/collection-client';
import { eventually } from '@kitroom/testing/eventually';
import type { ApiResponse, TestCollection } from './test-collection.ts';
import { addUser, json, tokenOf, withToken } from './test-users.ts';

/** The fields of an upload's form; undefined ones are left out. */
export type Fields = Record<string, string | number | undefined>;

/** A user's API client. */
export interface Photographer {
  id: number;
  token: string;
  get(path: string): Promise<ApiResponse>;
  /** Sends a form. */
  send(
    method: string,
    path: string,
    fields: Fields,
    file?: Buffer | Blob,
    name?: string,
  ): Promise<ApiResponse>;
  sendJson(method: string, path: string, body: unknown): Promise<ApiResponse>;
  /** Uploads a photo; throws if it is rejected. */
  upload(file: Buffer, fields?: Fields): Promise<Photo>;
  remove(path: string): Promise<ApiResponse>;
}

let users = 0;

/** Creates a client for a new user. */
export async function createUserClient(
  collection: TestCollection,
  options: Parameters<typeof addUser>[2] = {},
): Promise<Photographer> {
  users += 1;
  const user = await addUser(collection, `photographer-${users}-${Date.now()}`, options);
  const token = await tokenOf(collection, user);
  const headers = withToken(token);
  const send: Photographer['send'] = (method, path, fields, file, name = 'photo.jpg') =>
    collection.request(path, { method, headers, body: toForm(fields, file, name) });
  return {
    id: user.id,
    token,
    send,
    get: (path) => collection.request(path, { headers }),
    sendJson: (method, path, body) => collection.request(path, json(method, body, token)),
    remove: (path) => collection.request(path, { method: 'DELETE', headers }),
    upload: async (file, fields = {}) => {
      const { status, body } = await send('POST', '/api/photos/', fields, file);
      if (status !== 201) throw new Error(`the upload returned ${status}: ${JSON.stringify(body)}`);
      return body as Photo;
    },
  };
}

/** A form with a file. */
export function toForm(fields: Fields, file?: Buffer | Blob, name = 'photo.jpg'): FormData {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) {
    if (value !== undefined) form.set(field, String(value));
  }
  if (file) form.set('image', file instanceof Blob ? file : new Blob([new Uint8Array(file)]), name);
  return form;
}

/** Waits until all renditions are generated; returns the photo with them. */
export async function waitForRenditions(
  { get }: Photographer,
  id: number,
  timeoutMs?: number,
): Promise<Photo> {
  let photo: Photo | undefined;
  await eventually(async () => {
    photo = (await get(`/api/photos/${id}/`)).body as Photo;
    const made = [photo.image_avif, photo.image_card, photo.thumbnail];
    if (made.includes(null)) throw new Error('the renditions are not made');
  }, timeoutMs);
  if (!photo) throw new Error('there is no photo');
  return photo;
}

/** The URLs of a photo's files. */
export function urlsOf({ image_avif, image_card, image, thumbnail }: Photo) {
  return [image_avif, image_card, image, thumbnail];
}

/** Downloads a URL. */
export async function download(address: string): Promise<Buffer> {
  const response = await fetch(address);
  if (response.status !== 200) throw new Error(`${address} returned ${response.status}`);
  return Buffer.from(await response.arrayBuffer());
}

/** The paths of all files in local storage, including unfinished uploads, sorted. */
export async function listFiles({ mediaRoot }: Pick<TestCollection, 'mediaRoot'>): Promise<string[]> {
  return (await listFilesBelow(mediaRoot)).map((path) => path.slice(mediaRoot.length + 1)).toSorted();
}

/** Folders may disappear in the meantime while pictures are being processed. */
async function listFilesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const paths = entries.map(async (entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? listFilesBelow(path) : [path];
  });
  return (await Promise.all(paths)).flat();
}

/** The file's key in a URL. */
export function keyOf(address: string | null): string {
  return (address ?? '').split('/').slice(-2).join('/');
}

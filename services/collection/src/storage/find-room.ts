import { mkdir, statfs } from 'node:fs/promises';

/** The largest upload with its versions, twice. */
const ROOM_BYTES = 64 * 1024 * 1024;

/** Whether the disk of a folder (which is made if need be) has room for more files; rejects where it cannot be. */
export async function hasRoom(folder: string): Promise<boolean> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize >= ROOM_BYTES;
}

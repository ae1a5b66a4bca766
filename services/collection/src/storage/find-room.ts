import { mkdir, statfs } from 'node:fs/promises';

/** The largest upload with its renditions, twice. */
const ROOM_BYTES = 64 * 1024 * 1024;

/**
 * Whether the disk of a folder (created if missing) has room for more files; rejects if the folder cannot be created.
 */
export async function hasRoom(folder: string): Promise<boolean> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize >= ROOM_BYTES;
}

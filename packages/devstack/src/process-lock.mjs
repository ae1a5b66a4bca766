// A lock that belongs to a running process, for programs that must not run twice at the same time. Plain
// JavaScript without dependencies, because the bootstrap needs it before anything is installed.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Takes the lock in a file, or returns the process that holds it. The lock is free if its process has ended,
 * even by kill -9 and even if the process id has been reused since.
 */
export function takeProcessLock(path) {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const content = JSON.stringify(describeProcess(process.pid));
  for (let attempt = 0; attempt < 20; attempt += 1) {
    if (createFile(path, content)) return { taken: true, release: () => removeIfStill(path, content) };
    const existing = readText(path);
    const holder = parseHolder(existing);
    if (holder !== undefined && isRunning(holder)) return { taken: false, heldBy: holder.pid };
    // An invalid file may be being written right now, so it counts as stale only after some time.
    if (holder === undefined && attempt < 10) pause(50);
    else if (existing !== undefined) removeIfStill(path, existing);
  }
  throw new Error(`cannot take the lock ${path}`);
}

/** A process's id and start time; together they are unique. */
export function describeProcess(pid) {
  return { pid, startedAt: startOf(pid) };
}

/** Whether the process that describeProcess described is still running. */
export function isRunning({ pid, startedAt }) {
  if (!isAlive(pid)) return false;
  const startedNow = startOf(pid);
  return startedNow !== 'ended' && (startedNow === startedAt || startedNow === null || startedAt === null);
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

// The start time; null if the system does not provide it.
function startOf(pid) {
  try {
    if (process.platform === 'linux') {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ');
      return fields[0] === 'Z' ? 'ended' : fields[19];
    }
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    // There is no such process, or no `ps`.
    return null;
  }
}

function createFile(path, text) {
  try {
    writeFileSync(path, text, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

// Moves the file aside before it removes it: if two processes find the same stale lock, the slower one must
// not remove the new lock of the faster one.
function removeIfStill(path, text) {
  const aside = `${path}.${process.pid}`;
  try {
    renameSync(path, aside);
    if (readText(aside) === text) rmSync(aside);
    else renameSync(aside, path);
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
}

function readText(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

function parseHolder(text) {
  try {
    const holder = JSON.parse(text ?? '');
    return Number.isInteger(holder?.pid) && holder.pid > 0 ? holder : undefined;
  } catch {
    // A process was killed while it wrote the file.
    return undefined;
  }
}

function pause(milliseconds) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

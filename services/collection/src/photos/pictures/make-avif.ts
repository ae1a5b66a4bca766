import { fork, type ChildProcess } from 'node:child_process';
import { availableParallelism } from 'node:os';
import pLimit from 'p-limit';
import { PHOTO_AVIF_MAX_PIXELS, PHOTO_PIXELS_MAX } from '@kitroom/collection-client';
import { AVIF_ENCODER_MS } from '../../limits.ts';
import type { AvifOrder } from './encode-avif.ts';

/** Effort 3 saves a tenth of the bytes, but takes five to seven times as long. */
const EFFORT = 0;
const QUALITY = 55;

const ENCODER = new URL('encode-avif.ts', import.meta.url);

/** The encoder timed out or was killed, which is not the picture's fault. */
export class EncoderEnded extends Error {
  override readonly name = 'EncoderEnded';
}

/** Runs one encoder per core. Each uses one thread, and two in one process would run one after the other. */
const limitEncoders = pLimit(availableParallelism());

/** Creates the AVIF rendition of an upright picture, at most 2048 pixels wide and high. */
export function makeAvif({ path }: { path: string }, target: string, signal?: AbortSignal): Promise<void> {
  return encodeAvif(path, target, {
    maxPixels: PHOTO_AVIF_MAX_PIXELS,
    quality: QUALITY,
    effort: EFFORT,
    ...(signal && { signal }),
  });
}

/**
 * Encodes an AVIF in a separate process, as an encoder that takes too long cannot be stopped otherwise.
 * Rejects on failure, after a minute, or when `signal` is aborted. The process ends with this one.
 */
export function encodeAvif(
  source: string,
  target: string,
  {
    signal,
    ...options
  }: Omit<AvifOrder, 'source' | 'target' | 'limitInputPixels'> & { signal?: AbortSignal },
): Promise<void> {
  return limitEncoders(async () => {
    signal?.throwIfAborted();
    const child = fork(ENCODER, {
      // The encoder must not inherit this process's secrets and preloaded modules.
      execArgv: [],
      env: {},
      serialization: 'json',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const timer = setTimeout(() => child.kill('SIGKILL'), AVIF_ENCODER_MS);
    const kill = () => child.kill('SIGKILL');
    signal?.addEventListener('abort', kill);
    try {
      const order: AvifOrder = { source, target, limitInputPixels: PHOTO_PIXELS_MAX, ...options };
      await waitForReport(child, order);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', kill);
      kill();
    }
  });
}

function waitForReport(child: ChildProcess, order: AvifOrder): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (status, signal) => {
      reject(new EncoderEnded(`the AVIF encoder ended without a report (${signal ?? status})`));
    });
    child.once('message', (report: { error?: string }) => {
      if (report.error === undefined) resolve();
      else reject(new Error(`the AVIF encoder failed: ${report.error}`));
    });
    child.send(order, (error) => {
      if (error) reject(error);
    });
  });
}

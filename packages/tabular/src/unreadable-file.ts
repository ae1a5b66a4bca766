import { shorten } from '@kitroom/shared';

/** A file that cannot be read; the message tells its owner what is wrong, and where. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}

/** A text from a file, shortened for a message. */
export function quote(text: string): string {
  return JSON.stringify(shorten(text, 60, '…'));
}

/** `1,048,576` */
export function formatCount(count: number): string {
  return count.toLocaleString('en');
}

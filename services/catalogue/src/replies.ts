import { Readable } from 'node:stream';
import { entityTag } from '@kitroom/server/cache/cache';
import { Reply } from '@kitroom/server/http/endpoint';
import { FileReply } from '@kitroom/server/http/file-reply';
import { toPageHeaders } from '@kitroom/server/http/paging';

type Value = string | number | boolean;

/**
 * The requested path and its parsed parameters. Requests that are parsed to the same parameters share a
 * cached response.
 */
export interface RequestedPage {
  baseUrl: string;
  path: string;
  query: Readonly<Record<string, Value | readonly Value[] | undefined>> & { page: number; page_size: number };
}

/** A page of a list, usually an array, with `Link` and `X-Total-Count`. */
export function toPageReply(body: unknown, total: number, requested: RequestedPage): Reply {
  const { baseUrl, path, query } = requested;
  const url = new URL(`${baseUrl}${path}`);
  for (const [name, value] of Object.entries(query)) {
    for (const item of [value ?? []].flat()) url.searchParams.append(name, String(item));
  }
  return new Reply(body, {
    headers: toPageHeaders(url.href, { page: query.page, size: query.page_size }, total),
  });
}

/** A reply with a drawn SVG. It is immutable if the URL has the current hash of its look. */
export function replyWithDrawing(svg: string, drawn: Drawn): Reply {
  return new Reply(svg, { headers: toPictureHeaders('image/svg+xml; charset=utf-8', drawn) });
}

/** A reply with a drawn PNG, cached like the SVG. */
export function replyWithPicture(png: Buffer, drawn: Drawn): FileReply {
  return replyWithBytes(png, toPictureHeaders('image/png', drawn));
}

/** A reply with a file in memory, of which clients may request a range. */
export function replyWithBytes(bytes: Uint8Array, headers: Readonly<Record<string, string>>): FileReply {
  return new FileReply({
    bytes: bytes.length,
    etag: entityTag(bytes),
    headers,
    read: async ({ start, end } = { start: 0, end: bytes.length }) =>
      Readable.from([bytes.subarray(start, end + 1)]),
  });
}

interface Drawn {
  isCurrent: boolean;
}

function toPictureHeaders(type: string, { isCurrent }: Drawn) {
  return {
    'Content-Type': type,
    'Cache-Control': isCurrent ? 'public, max-age=31536000, immutable' : 'no-cache',
  };
}

import { Reply } from '@kitroom/server/http/endpoint';

/** Answers with a drawn picture, which never changes at a URL that has the current hash of its look. */
export function replyWithDrawing(svg: string, { isCurrent }: { isCurrent: boolean }): Reply {
  return new Reply(svg, {
    headers: {
      'Content-Type': 'image/svg+xml; charset=utf-8',
      'Cache-Control': isCurrent ? 'public, max-age=31536000, immutable' : 'no-cache',
    },
  });
}

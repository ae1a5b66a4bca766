import type { OpenAPIV3 } from 'openapi-types';
import { isPaged, type Contract, type ResponseHeader } from '@kitroom/shared';

const text = { type: 'string' } as const;
const count = { type: 'integer', minimum: 0 } as const;

/** A header that is on every response that documents it. */
const always = (description: string, schema: OpenAPIV3.SchemaObject = text) => ({
  description,
  required: true,
  schema,
});

/** The meaning of each header. Required ones are on every response that documents them. */
export const RESPONSE_HEADERS: Readonly<Record<ResponseHeader, OpenAPIV3.HeaderObject>> = {
  'Accept-Ranges': always('`bytes`: a request with `Range` gets a part of the file.', {
    type: 'string',
    enum: ['bytes'],
  }),
  'Content-Disposition': always('The name under which browsers save the file.'),
  'Content-Range': always(
    'Which bytes of the file these are, and how many it has: `bytes 0-99/1234`, or `bytes */1234`.',
    { type: 'string', pattern: String.raw`^bytes (\d+-\d+|\*)/\d+$` },
  ),
  ETag: always(
    'The version of the response. A request with it as `If-None-Match` gets 304 as long as it is current.',
    { type: 'string', pattern: '^(W/)?".*"$' },
  ),
  'Idempotent-Replayed': {
    description:
      '`true`: the request is a repetition with the same `Idempotency-Key`, and this is the stored response.',
    schema: { type: 'string', enum: ['true'] },
  },
  'Last-Modified': always('When the file was made.'),
  Link: {
    description:
      'The URLs of the pages `first`, `prev`, `next` and `last`, as in RFC 8288: `<https://…?page=2>; rel="next"`.',
    schema: text,
  },
  Location: always('The URL to go to.'),
  'Preference-Applied': {
    description: 'Present if the request was handled strictly, as requested in its `Prefer` header.',
    schema: { type: 'string', enum: ['handling=strict'] },
  },
  RateLimit: {
    description:
      'The remaining requests, as in draft-ietf-httpapi-ratelimit-headers-08: `"<name>"; r=<requests>; t=<seconds to the reset>`.',
    schema: text,
  },
  'RateLimit-Policy': {
    description: 'The limit, as in the same draft: `"<name>"; q=<requests>; w=<seconds>; pk=:<client>:`.',
    schema: text,
  },
  'Retry-After': { description: 'After how many seconds to try again.', schema: count },
  'WWW-Authenticate': always('The required authentication scheme.'),
  'X-Cache': {
    description:
      '`HIT`: from the cache; `MISS`: computed for this request; `STALE`: an earlier response, because its source is ' +
      'unavailable.',
    schema: { type: 'string', enum: ['HIT', 'MISS', 'STALE'] },
  },
  'X-RateLimit-Limit': { description: 'How many requests the limit allows.', schema: count },
  'X-RateLimit-Remaining': { description: 'How many requests remain.', schema: count },
  'X-RateLimit-Reset': {
    description: 'When the count restarts, in seconds since 1970-01-01T00:00:00Z.',
    schema: count,
  },
  'X-Request-Id': always(
    'Identifies the request in the service’s log: the client’s own, if it sent a valid one.',
  ),
  'X-Total-Count': always('How many entries all pages have.', count),
};

const RATE_LIMIT = [
  'RateLimit',
  'RateLimit-Policy',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
] as const;

/**
 * Lists the headers of an endpoint's responses with a status: those that follow from its contract, and the
 * response's own. A 304 response has the headers of the 200 response, except for those that describe its
 * content. `limitStatus` is the status of requests beyond the rate limit.
 */
export function listResponseHeaders(
  contract: Contract,
  status: number,
  limitStatus: number,
): ResponseHeader[] {
  const { responses, cacheSeconds, stored, takesIdempotencyKey = false } = contract;
  const { isCounted = limitStatus in responses } = contract;
  if (status === 304) {
    return listResponseHeaders(contract, 200, limitStatus).filter((name) => !name.startsWith('Content-'));
  }
  const { schema, isStream = false, headers = [] } = responses[status] ?? {};
  const isFile = 206 in responses;
  const isWhole = status === 200 && schema !== undefined;
  const isPart = isFile && status === 206;
  const isPage = isWhole && isPaged(contract);
  return [
    'X-Request-Id',
    'Preference-Applied',
    ...(isCounted ? RATE_LIMIT : []),
    ...only('Retry-After', status === limitStatus || status === 429 || status === 503),
    ...only('Retry-After', takesIdempotencyKey && status === 409),
    ...only('Idempotent-Replayed', takesIdempotencyKey && status < 300),
    ...only('WWW-Authenticate', status === 401),
    ...only('Location', status === 301 || status === 302),
    ...only('ETag', isPart || (isWhole && (isFile || (stored === undefined && !isStream)))),
    ...only('X-Cache', isWhole && cacheSeconds !== undefined),
    ...only('Link', isPage),
    ...only('X-Total-Count', isPage),
    ...only('Accept-Ranges', isPart || (isWhole && isFile)),
    ...only('Content-Range', isPart || (isFile && status === 416)),
    ...headers,
  ];
}

function only(name: ResponseHeader, isPresent: boolean): ResponseHeader[] {
  return isPresent ? [name] : [];
}

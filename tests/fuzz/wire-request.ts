import type { Content, Draft } from './drafts.ts';
import type { WireRequest } from './exchange.ts';
import { toText, writeForm } from './forms.ts';
import { fillIn } from './known-things.ts';
import type { User } from './users.ts';
import { Raw, type Known } from './values.ts';

/** What a request needs to know of the service it goes to. */
export interface Sender {
  port: number;
  apiKey: string;
  user: User;
  /** Goes along, so that the log can be searched for it. */
  requestId: string;
  resolve(known: Known): unknown;
}

const PIECES = 4;

/** Puts ids, secrets and bytes into a draft. */
export function toWireRequest(draft: Draft, sender: Sender): WireRequest {
  const content = toContent(draft, sender);
  const { framing } = draft;
  const headers = [
    ...ownHeaders(draft, sender),
    ...credentialHeaders(draft, sender),
    ...(content?.type === undefined ? [] : [['Content-Type', content.type] as const]),
    ...lengthHeaders(draft, content?.bytes),
    ...draft.headers,
  ];
  const bytes = content?.bytes ?? Buffer.alloc(0);
  return {
    method: draft.method,
    target: draft.rewriteTarget(toTarget(draft, sender)),
    headers,
    body: framing === 'chunked' || framing === 'doubled' ? toChunks(bytes) : bytes,
    pieces: framing === 'slow' ? PIECES : 1,
    isAlone: draft.isIllegal,
    leaves: framing === 'cut',
  };
}

function toTarget({ operation, params, query }: Draft, { resolve }: Sender): string {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_match, name: string) =>
    encode(fillIn(params[name] ?? 1, resolve) ?? 1),
  );
  const pairs = query.flatMap(([name, value]) => {
    const filled = fillIn(value, resolve);
    return filled === undefined ? [] : [`${encode(name)}=${encode(filled)}`];
  });
  return pairs.length > 0 ? `${path}?${pairs.join('&')}` : path;
}

/** Percent-encoding of anything: a half of a surrogate pair as if it were a character. */
function encode(value: unknown): string {
  if (value instanceof Raw) return value.text;
  return Array.from(toText(value), (one) => {
    const code = one.codePointAt(0) ?? 0;
    if (code < 0xd800 || code > 0xdfff) return encodeURIComponent(one);
    const [low, mid] = [0x80 | (code & 0x3f), 0x80 | ((code >> 6) & 0x3f)];
    return `%ED%${mid.toString(16).toUpperCase()}%${low.toString(16).toUpperCase()}`;
  }).join('');
}

function toContent(draft: Draft, { resolve }: Sender): Content | undefined {
  const { body, rewriteContent } = draft;
  if (!body) return undefined;
  const value = fillIn(body.value, resolve);
  const isForm = body.type === 'multipart/form-data' && typeof value === 'object' && value !== null;
  return rewriteContent(
    isForm ? writeForm(value as Record<string, unknown>) : { type: body.type, bytes: toJson(value) },
  );
}

function toJson(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value) ?? '');
}

function ownHeaders({ headers }: Draft, { port, requestId }: Sender): Array<readonly [string, string]> {
  const own = [['Host', `127.0.0.1:${port}`] as const, ['X-Request-Id', requestId] as const];
  return own.filter(([name]) => !headers.some(([other]) => other === name));
}

function credentialHeaders({ credentials }: Draft, sender: Sender): Array<readonly [string, string]> {
  const { user, apiKey } = sender;
  const token = ['Authorization', `Token ${user.token ?? 'none'}`] as const;
  const cookie = ['Cookie', `kitroom_session=${user.cookie ?? 'none'}`] as const;
  const csrf = ['X-CSRF-Token', user.csrf ?? 'none'] as const;
  switch (credentials.kind) {
    case 'none':
      return [];
    case 'key':
      return [['X-API-Key', apiKey]];
    case 'header':
      return [[credentials.name, credentials.value]];
    case 'token':
      return [token];
    case 'session':
      return [cookie, csrf];
    case 'sessionWithoutCsrf':
      return [cookie];
    case 'sessionAndToken':
      return [cookie, csrf, token];
  }
}

function lengthHeaders(
  { framing, method }: Draft,
  bytes: Buffer | undefined,
): Array<readonly [string, string]> {
  if (framing === 'chunked') return [['Transfer-Encoding', 'chunked']];
  if (framing === 'doubled')
    return [
      ['Transfer-Encoding', 'chunked'],
      ['Content-Length', '3'],
    ];
  if (framing === 'wrongLength') return [['Content-Length', '-1']];
  if (framing === 'cut') return [['Content-Length', String((bytes?.length ?? 0) + 10)]];
  if (bytes) return [['Content-Length', String(bytes.length)]];
  return method === 'GET' || method === 'HEAD' ? [] : [['Content-Length', '0']];
}

function toChunks(bytes: Buffer): Buffer {
  const half = Math.ceil(bytes.length / 2);
  const chunks = [bytes.subarray(0, half), bytes.subarray(half)].filter(({ length }) => length > 0);
  return Buffer.concat([
    ...chunks.flatMap((chunk) => [
      Buffer.from(`${chunk.length.toString(16)}\r\n`),
      chunk,
      Buffer.from('\r\n'),
    ]),
    Buffer.from('0\r\n\r\n'),
  ]);
}

import { BOUNDARY, DEEP, DEEP_JSON, type Header } from './odd-values.ts';
import type { FuzzRequest, Pair } from './requests.ts';
import type { WireRequest } from './send-request.ts';
import { isUpload } from './uploads.ts';
import type { User } from './users.ts';
import { Placeholder } from './values.ts';

/** The sender and the receiver of a request. */
export interface RequestContext {
  port: number;
  apiKey: string;
  user: User;
  /** Identifies the log entries of the request. */
  requestId: string;
  resolve(known: Placeholder): unknown;
}

/** Node.js accepts a request line and headers of up to 16 KiB. */
const HEAD_BYTES_MAX = 16_000;

/** Replaces the placeholders of a request, and encodes it. */
export function writeRequest(request: FuzzRequest, context: RequestContext): WireRequest {
  const { method = request.operation.method, framing = 'length' } = request;
  const content = request.body || request.content ? writeContent(request, context) : undefined;
  const bytes = content?.bytes ?? Buffer.alloc(0);
  const ownHeaders: Header[] = [
    ['Host', `127.0.0.1:${context.port}`],
    ['X-Request-Id', context.requestId],
    ...credentialHeaders(request, context),
    ...(content?.type === undefined ? [] : [['Content-Type', content.type] as const]),
    ...(content || method !== 'GET' ? lengthHeaders(framing, bytes.length) : []),
  ];
  const odd = request.headers.map(([name, value]) => [name, toText(fillIn(value, context))] as const);
  const headers = [...ownHeaders.filter(([name]) => !odd.some(([oddName]) => oddName === name)), ...odd];
  const target = writeTarget(request, context);
  const isWellFormed =
    /^(?:length|chunked)$/.test(framing) &&
    /^(?!BREW)[A-Z]+$/.test(method) &&
    /^(?:\/|http:)[!-~]*$/.test(target) &&
    headers.every(([name, value]) => /^[\w-]+$/.test(name) && /^[\t\x20-\x7e\x80-\xff]*$/.test(value)) &&
    `${target}${headers.join('')}`.length <= HEAD_BYTES_MAX;
  return {
    port: context.port,
    method,
    target,
    // The server may keep the connection after a malformed request, so the client asks it to close.
    headers: isWellFormed ? headers : [...headers, ['Connection', 'close']],
    body: bytes,
    isMalformed: !isWellFormed,
    halfCloses: framing === 'cut',
  };
}

/** Replaces the placeholders in a value. */
function fillIn(value: unknown, context: RequestContext): unknown {
  if (value instanceof Placeholder) return context.resolve(value);
  if (Array.isArray(value)) return value.map((element) => fillIn(element, context));
  if (typeof value !== 'object' || value === null || isUpload(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, fillIn(field, context)]));
}

function writeTarget({ operation, params, query, target }: FuzzRequest, context: RequestContext): string {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_match, name: string) =>
    encode(fillIn(params[name], context) ?? 1),
  );
  const pairs = query.flatMap(([name, value]) => {
    const filled = fillIn(value, context);
    return filled === undefined ? [] : [`${encode(name)}=${encode(filled)}`];
  });
  const written = pairs.length > 0 ? `${path}?${pairs.join('&')}` : path;
  return target ? written.replace(...target) : written;
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

function encode(value: unknown): string {
  return encodeURIComponent(toText(Array.isArray(value) ? value.join(',') : value).toWellFormed());
}

interface Content {
  type: string | undefined;
  bytes: Buffer;
}

function writeContent({ body, content = {} }: FuzzRequest, context: RequestContext): Content {
  const { type, value } = body ?? { type: 'application/json', value: {} };
  const filled = fillIn(value, context);
  const isForm = type === 'multipart/form-data' && typeof filled === 'object' && filled !== null;
  const written = isForm ? writeForm(Object.entries(filled)) : { type, bytes: writeJson(filled) };
  const { change, share = 1, length = 0 } = content;
  let bytes = content.bytes ?? written.bytes;
  if (change) bytes = Buffer.from(bytes.toString('latin1').replace(...change), 'latin1');
  bytes = bytes.subarray(0, Math.ceil(share * bytes.length));
  if (length > bytes.length) bytes = Buffer.concat([bytes, Buffer.alloc(length - bytes.length, ' ')]);
  return { type: content.type === undefined ? written.type : (content.type ?? undefined), bytes };
}

function writeJson(value: unknown): Buffer {
  return Buffer.from((JSON.stringify(value) ?? '').replace(`"${DEEP}"`, DEEP_JSON));
}

/** Encodes a form in the way of browsers. */
function writeForm(fields: readonly Pair[]): Content {
  const parts = fields.flatMap(([name, value]) => {
    const start = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name.replaceAll('"', '%22')}"`;
    if (!isUpload(value)) return [`${start}\r\n\r\n${value === null ? '' : toText(value)}`, '\r\n'];
    const head = `${start}; filename="${value.name}"\r\nContent-Type: ${value.type}\r\n\r\n`;
    return [head, value.bytes, '\r\n'];
  });
  const bytes = [...parts, `--${BOUNDARY}--\r\n`].map((part) => Buffer.from(part as string));
  return { type: `multipart/form-data; boundary=${BOUNDARY}`, bytes: Buffer.concat(bytes) };
}

function credentialHeaders({ credentials }: FuzzRequest, { user, apiKey }: RequestContext): Header[] {
  if (typeof credentials !== 'string') return [credentials];
  const cookies = [...user.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return [
    ...(credentials === 'key' ? [['X-API-Key', apiKey] as const] : []),
    ...(/session/.test(credentials) ? [['Cookie', cookies] as const] : []),
    ...(/^session(?:AndToken)?$/.test(credentials) ? [['X-CSRF-Token', user.csrf] as const] : []),
    ...(/token/i.test(credentials) ? [['Authorization', `Token ${user.token}`] as const] : []),
  ];
}

function lengthHeaders(framing: string, length: number): Header[] {
  const chunked = ['Transfer-Encoding', 'chunked'] as const;
  if (framing === 'chunked') return [chunked];
  if (framing === 'doubled') return [chunked, ['Content-Length', '3']];
  if (framing === 'negative') return [['Content-Length', '-1']];
  return [['Content-Length', String(framing === 'cut' ? length + 10 : length)]];
}

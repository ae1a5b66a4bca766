import fc from 'fast-check';
import type { Schema } from './operations.ts';

/** Strings that often break programs, in addition to those that fast-check generates. */
const TEXTS = [
  ['', ' ', '\0', 'a\0b', '\uD800', 'x\uDFFFy', '\uFEFF', '\u202Eevil', 'İıſK', '👩‍👩‍👧‍👦', 'e\u0301'.repeat(60)],
  ["'; drop table items; --", "1' or '1'='1", '%_\\', '\\', '(?:[', '$1 :name ? ??', '${7*7}{{7*7}}'],
  ['{}', '[]', 'null', 'undefined', 'true', 'NaN', 'Infinity', '-1', '0', '1.0', '1e3', '+5', ' 5 ', '٣'],
  ['0x10', '007', '2147483647', '2147483648', '9007199254740993', '-9223372036854775809', '9'.repeat(26)],
  ['../../etc/passwd', '<script>alert(1)</script>', '\r\nX-Injected: 1', 'http://127.0.0.1:1/'],
  ['2003-04', '9999-00', ',,,', 'a,b,,c', '__proto__', 'constructor'],
].flat();

const LONG_TEXTS = ['a', ' ', '%', '\u0301', '漢', '9'].flatMap((unit) =>
  [257, 5000].map((n) => unit.repeat(n)),
);

/** Unexpected strings. */
export const text: fc.Arbitrary<string> = fc.oneof(
  { weight: 7, arbitrary: fc.constantFrom(...TEXTS, ...LONG_TEXTS) },
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.string({ unit: fc.nat(0xffff).map((code) => String.fromCharCode(code)) }),
);

/** Placeholder for JSON that is nested too deeply for `JSON.stringify`, which would overflow the stack. */
export const DEEP = '<deep>';
export const DEEP_JSON = `${'[{"a":'.repeat(100_000)}1${'}]'.repeat(100_000)}`;

/** Values at the limits of a schema and just beyond them, and values that no schema should allow. */
export function valuesAtLimits({ maxLength, maxItems, minimum, maximum }: Schema): unknown[] {
  const listOf = (length: number) => Array.from({ length }, (_element, index) => `x${index}`);
  return [
    ...(maxLength === undefined ? [] : ['x'.repeat(maxLength), 'x'.repeat(maxLength + 1)]),
    ...(maxItems === undefined ? [] : [listOf(maxItems), listOf(maxItems + 1)]),
    ...(minimum === undefined ? [] : [minimum - 1]),
    ...(maximum === undefined ? [] : [maximum, maximum + 1]),
    'x'.repeat(900_000),
    DEEP,
  ];
}

const ODD_JSON: readonly unknown[] = [
  [null, true, false, 0, -1, 1.5, -0, 2 ** 31, 2 ** 53, 1e308, 5e-324],
  [[], {}, [[]], [null], { id: 1 }, { length: 3 }, Array(30).fill('same'), [...Array(500).keys()]],
  JSON.parse('{"__proto__":{"is_staff":true},"toString":1}'),
].flat();

/** Unexpected JSON values. */
export const json: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 2, arbitrary: text },
  { weight: 3, arbitrary: fc.constantFrom(...ODD_JSON) },
  fc.jsonValue({ maxDepth: 3 }),
);

/** The boundary between the parts of multipart forms. */
export const BOUNDARY = 'kitroom-fuzz-4f1c';

/** Replaces the first match of the pattern. */
export type Change = readonly [pattern: RegExp, replacement: string];

/** Changes to the encoded body of a request. */
export interface ContentChanges {
  bytes?: Buffer;
  /** Null omits the content type. */
  type?: string | null;
  change?: Change;
  /** The proportion of the bytes that is sent. */
  share?: number;
  /** The body is padded with spaces to this length. */
  length?: number;
}

/** Request methods; the last three are malformed or unknown to Node.js. */
export const METHODS = 'HEAD OPTIONS TRACE PROPFIND QUERY GET POST PUT PATCH DELETE get BREW GÉT'.split(' ');

const replace = (pattern: RegExp, ...texts: string[]) =>
  texts.map((replacement): Change => [pattern, replacement]);

/** Percent-encodings that are invalid or ambiguous. */
const ENCODED = '%00 %ff % %2 %zz %c0%ae %2F %2e%2e%2f %252F %ED%A0%80 + ..'.split(' ');

/** Changes that write an address differently, lead elsewhere, or make it malformed. */
export const TARGETS: readonly Change[] = [
  // The path `/` keeps its only slash.
  replace(/(?<!^)\/(?=\?|$)/, ''),
  replace(/^/, '/', 'http://elsewhere.example'),
  replace(/\/api\//, '/api//', '/API/', '/%61pi/', '/api/./', '/x/../api/', '/api/%2e%2e/api/'),
  replace(/(?=\?|$)/, '/', '//', ';a=b', '%20', '.json', '/%ff', ' x', 'é', '\x01'),
  // These replace the last segment of the path or the last value of the query.
  replace(/[^/=?]+(?=\/?$)/, ...ENCODED),
  replace(/$/, '?a=b?c=d', '#fragment', '?&&&=&=x&%=%&a=%ff', `?a=${'b'.repeat(20_000)}`),
  replace(/^\//, ''),
  replace(/.*/s, '*', ''),
].flat();

const HEADER_NAMES = `Accept Accept-Charset Accept-Encoding Accept-Language Access-Control-Request-Headers
  Access-Control-Request-Method Cache-Control Content-Encoding Content-Range Cookie Forwarded Host If-Match
  If-Modified-Since If-None-Match If-Range Origin Pragma Range Referer Sec-Fetch-Site TE Upgrade
  User-Agent X-CSRF-Token X-Forwarded-For X-Forwarded-Host X-Forwarded-Proto X-HTTP-Method-Override
  X-Request-Id traceparent tracestate constructor __proto__`.split(/\s+/);

const HEADER_VALUES = [
  ['', ' ', '*', '"', ',,=;', 'a b', 'a, b', '\u00fc\t%s${jndi:ldap://x}', '<script>', '%ff', '-1', 'null'],
  ['DELETE', 'gzip', "' or 1=1 --", 'f'.repeat(40), 'x'.repeat(43), 'x'.repeat(500), 'x'.repeat(4000)],
].flat();

/** Values that are specific to a header, and malformed headers. */
const KNOWN_HEADERS = [
  ['Accept: application/xml', 'Accept: text/html;q=x, */*;q=-1', 'Accept-Encoding: br, gzip;q=9, *;q=0'],
  ['Content-Encoding: br, deflate', 'Cookie: kitroom_session=; kitroom_session=%ff; =; ;;'],
  ['Cookie: kitroom_session="a.b"; __proto__=1', 'Expect: 100-continue', 'Connection: Upgrade'],
  ['Host: evil.example:99999', 'Host: [::1', 'Host: [:::]', 'Host: 256.256.256.256', 'Host: xn--a'],
  ['Host: ..', 'Host: localhost:65536', 'If-None-Match: W/"x", "y"', 'traceparent: 00-zz-00-01'],
  [
    'If-Modified-Since: Fri, 31 Dec 9999 23:59:59 GMT',
    `traceparent: 00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
  ],
  ['Range: bytes=0-0', 'Range: bytes=-99999999999999999999', 'Range: bytes=5-1,,x'],
  [`X-A: ${'x'.repeat(20_000)}`, 'X-A: \u00ff', 'X-A: a\0b', 'X-A: \x01', 'Bad Name: x', ': x'],
].flat();

export type Header = readonly [name: string, value: string];

function toHeader(line: string): Header {
  const at = line.indexOf(': ');
  return [line.slice(0, at), line.slice(at + 2)];
}

const headerValue = fc.constantFrom(...HEADER_VALUES);

/** Headers such as clients, proxies and attackers send. */
export const header: fc.Arbitrary<Header> = fc.oneof(
  fc.tuple(fc.constantFrom(...HEADER_NAMES), headerValue),
  fc.constantFrom(...KNOWN_HEADERS).map(toHeader),
);

const CREDENTIALS = ['', 'Token ', 'bearer  ', 'Basic '].map((scheme) => `Authorization: ${scheme}`);

/** Headers with invalid credentials. */
export const credentials: fc.Arbitrary<Header> = fc
  .tuple(fc.constantFrom(...CREDENTIALS, 'X-API-Key: '), headerValue)
  .map((parts) => toHeader(parts.join('')));

const TEXT_BODIES = [
  ['', ' ', '{', '{"a":', 'null', '3', '"text"', '[]', '[1,2]', 'true', '{"name":1e999}', "{'name':'a'}"],
  ['{"name":"a","name":"b"}', '{"name":"\\ud800"}', '{"name":"\\u0000"}', '{"name":"a"}}', '\uFEFF{}'],
  ['name=a&brand=1', '<item/>', '{"__proto__":{"brand":1}}', '{"constructor":{"prototype":{"x":1}}}'],
  [`${'['.repeat(20_000)}${']'.repeat(20_000)}`, `{"number":${'9'.repeat(400)}}`],
].flat();

/** Content types that do not match the body. */
const TYPES = [
  ['', '*/*', 'json', 'text/plain', 'application/xml', 'application/JSON', 'application/vnd.api+json'],
  ['application/json; charset=utf-16', 'application/json; charset=latin1', 'application/json; charset="'],
  ['application/json;;;', 'application/x-www-form-urlencoded', 'multipart/form-data', 'image/jpeg'],
  ['multipart/form-data; boundary=', 'multipart/form-data; boundary="a b"', 'multipart/mixed; boundary=x'],
  [`multipart/form-data; boundary=${'b'.repeat(300)}`],
].flat();

const field = (name: number, length = 1) =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${'v'.repeat(length)}\r\n`;
const fields = [...Array(30).keys()].map((name) => field(name)).join('');

/** Changes that make a multipart form unusual or invalid. */
const FORM_CHANGES: readonly Change[] = [
  replace(/(?<=; name=")/, '__proto__"; x="', 'a[b][c]"; x="', `${'n'.repeat(300)}"; x="`, '\0"; x="'),
  replace(/(?<=filename=")/, '../../../etc/passwd', 'f'.repeat(400), '\0\xe2\x80\xae'),
  replace(/filename="/, `filename*=utf-8''%ff%00; x="`, 'x="'),
  replace(/name="/, 'x="'),
  replace(/(?=Content-Disp)/, 'Content-Transfer-Encoding: base64\r\n', `X: ${'y'.repeat(20_000)}\r\n`),
  replace(/: form-data/, ': attachment'),
  replace(/Content-Disposition: form-data/, ''),
  replace(/^/, fields, field(0, 70_000), 'preamble\r\n'),
  replace(/$/, 'epilogue'),
  replace(/^.*$/s, '$&$&'),
  replace(/.{4}$/s, ''),
].flat();

/** Bodies that differ from what the encoder wrote. */
export const content: fc.Arbitrary<ContentChanges> = fc.oneof(
  // Invalid JSON, and JSON that no encoder writes.
  fc.constantFrom(...TEXT_BODIES).map((body) => ({ bytes: Buffer.from(body) })),
  fc.uint8Array({ maxLength: 60 }).map((drawn) => ({ bytes: Buffer.from(drawn) })),
  fc.constantFrom(...TYPES, null).map((type) => ({ type })),
  fc.constantFrom(...FORM_CHANGES).map((change) => ({ change })),
  fc.double({ noNaN: true, min: 0, max: 1 }).map((share) => ({ share })),
  fc.tuple(fc.nat(500), fc.nat(255)).map(([at, byte]) => ({
    change: [new RegExp(`(?<=^.{${at}}).`, 's'), String.fromCharCode(byte)] as const,
  })),
);

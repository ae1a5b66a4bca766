import fc from 'fast-check';
import { Raw } from './values.ts';

/** Texts that have broken programs before. */
const ODD_TEXTS = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\uD800',
  'x\uDFFFy',
  '\uFEFF',
  '\u202Eevil',
  '👩‍👩‍👧‍👦',
  'İıſK',
  'e\u0301'.repeat(60),
  '\r\nX-Injected: 1',
  "'; drop table items; --",
  "1' or '1'='1",
  '%_\\',
  '\\',
  '(?:[',
  '$1 :name ? ??',
  '{}',
  '[]',
  'null',
  'undefined',
  'true',
  'NaN',
  'Infinity',
  '-1',
  '0',
  '1.0',
  '1e3',
  '+5',
  ' 5 ',
  '٣',
  '0x10',
  '007',
  '2147483647',
  '2147483648',
  '9007199254740993',
  '99999999999999999999999999',
  '-9223372036854775809',
  '../../etc/passwd',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  '<script>alert(1)</script>',
  '${7*7}{{7*7}}',
  'http://127.0.0.1:1/',
  '2003-04',
  '9999-00',
  ',,,',
  'a,b,,c',
];

const RAW_TEXTS = [
  '%00',
  '%ff',
  '%',
  '%2',
  '%zz',
  '%c0%ae',
  '%2F',
  '%2e%2e%2f',
  '%252F',
  '%ED%A0%80',
  '+',
  '..',
];

const OVERLONG = [201, 256, 1001, 5000];

/** A text that nobody expects. */
export const oddText: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...ODD_TEXTS) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }) },
  {
    weight: 1,
    arbitrary: fc.array(fc.nat(0xffff), { maxLength: 12 }).map((units) => String.fromCharCode(...units)),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom('a', ' ', '%', '\u0301', '漢', '9'), fc.constantFrom(...OVERLONG))
      .map(([one, times]) => one.repeat(times)),
  },
);

/** The same for an address, where it may be encoded wrongly too. */
export const oddPart: fc.Arbitrary<string | Raw> = fc.oneof(
  { weight: 3, arbitrary: oddText },
  { weight: 1, arbitrary: fc.constantFrom(...RAW_TEXTS).map((text) => new Raw(text)) },
);

const DEEP = 400;

/** JSON that nobody expects in this place. */
export const oddJson: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: oddText },
  {
    weight: 4,
    arbitrary: fc.constantFrom<unknown>(null, true, false, 0, -1, 1.5, -0, 2 ** 31, 2 ** 53, 1e308, 5e-324),
  },
  { weight: 2, arbitrary: fc.constantFrom<unknown>([], {}, [[]], [null], { id: 1 }, { length: 3 }) },
  { weight: 1, arbitrary: fc.constant(deep(DEEP)) },
  { weight: 1, arbitrary: fc.constant(Array.from({ length: 500 }, (_each, index) => index)) },
  { weight: 1, arbitrary: fc.constant(Array.from({ length: 30 }, () => 'same')) },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.constant(JSON.parse('{"__proto__":{"is_staff":true},"toString":1}')) },
);

function deep(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = level % 2 ? [value] : { a: value };
  return value;
}

/** Bodies that are no JSON, or JSON that no program would write. */
export const oddBytes: fc.Arbitrary<Buffer> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .constantFrom(
        '',
        ' ',
        '{',
        '{"a":',
        'null',
        '3',
        '"text"',
        '[]',
        '[1,2]',
        'true',
        '{"name":1e999}',
        '{"name":"a","name":"b"}',
        '{"name":"\\ud800"}',
        '{"name":"\\u0000"}',
        "{'name':'a'}",
        '{"name":"a"}}',
        '\uFEFF{"name":"a"}',
        'name=a&brand=1',
        '<item/>',
        '{"__proto__":{"brand":1}}',
        '{"constructor":{"prototype":{"x":1}}}',
        `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
        `{"number":${'9'.repeat(400)}}`,
      )
      .map((text) => Buffer.from(text)),
  },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)) },
  { weight: 1, arbitrary: fc.constant(Buffer.from('{"name":"M\xe1laga"}', 'latin1')) },
);

/** Headers as clients, proxies and attackers send them. */
export const ODD_HEADERS: ReadonlyArray<readonly [string, string]> = [
  ['If-None-Match', '*'],
  ['If-None-Match', 'W/"x", "y"'],
  ['If-None-Match', '"'],
  ['If-Match', '*'],
  ['If-Modified-Since', 'yesterday'],
  ['If-Modified-Since', 'Fri, 31 Dec 9999 23:59:59 GMT'],
  ['Range', 'bytes=0-0'],
  ['Range', 'bytes=-99999999999999999999'],
  ['Range', 'bytes=5-1,,x'],
  ['If-Range', '"x"'],
  ['Accept', 'application/xml'],
  ['Accept', 'text/html;q=x, */*;q=-1'],
  ['Accept', ''],
  ['Accept-Encoding', 'br, gzip;q=9, *;q=0'],
  ['Accept-Language', '..,../../,*'],
  ['Accept-Charset', 'utf-7'],
  ['X-Request-Id', ''],
  ['X-Request-Id', 'a b'],
  ['X-Request-Id', 'x'.repeat(500)],
  ['X-Request-Id', '<script>'],
  ['X-Request-Id', 'sane-1'],
  ['X-Forwarded-For', '1.2.3.4, unknown, [::1]:99'],
  ['X-Forwarded-Host', 'evil.example'],
  ['X-Forwarded-Proto', 'javascript'],
  ['Forwarded', 'for="_x";host=evil'],
  ['X-HTTP-Method-Override', 'DELETE'],
  ['Host', 'evil.example:99999'],
  ['Host', ''],
  ['Host', 'a b'],
  ['Host', '[::1'],
  ['Host', '[:::]'],
  ['Host', '256.256.256.256'],
  ['Host', 'xn--a'],
  ['Host', '..'],
  ['Host', 'localhost:65536'],
  ['Origin', 'null'],
  ['Origin', 'http://evil.example'],
  ['Origin', '::::'],
  ['Referer', '\\\\'],
  ['Sec-Fetch-Site', 'cross-site'],
  ['Cookie', 'kitroom_session'],
  ['Cookie', 'kitroom_session=; kitroom_session=%ff; =; ;;'],
  ['Cookie', 'kitroom_session="a.b"; __proto__=1'],
  ['Cookie', `kitroom_session=${'z'.repeat(3000)}`],
  ['X-CSRF-Token', 'ü'],
  ['X-CSRF-Token', 'x'.repeat(2000)],
  ['Upgrade', 'websocket'],
  ['Connection', 'Upgrade'],
  ['Expect', '100-continue'],
  ['TE', 'trailers'],
  ['Trailer', 'X-A'],
  ['Cache-Control', 'no-cache, max-age=-1'],
  ['Pragma', 'no-cache'],
  ['Access-Control-Request-Method', 'PUT'],
  ['Access-Control-Request-Headers', 'x'],
  ['traceparent', '00-zz-00-01'],
  ['traceparent', `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`],
  ['tracestate', ',,=,'],
  ['Content-Encoding', 'gzip'],
  ['Content-Encoding', 'br, deflate'],
  ['Content-Encoding', 'x-unknown'],
  ['Content-Language', '-'],
  ['Content-Range', 'bytes 1-2/3'],
  ['User-Agent', ''],
  ['User-Agent', 'ü\t%s${jndi:ldap://x}'],
  ['__proto__', 'x'],
  ['constructor', 'x'],
  ['X-A', 'ÿ'],
];

/** Credentials that are none. */
export const ODD_AUTHORIZATIONS = [
  '',
  'Token',
  'Token ',
  'token wrong',
  'TOKEN  two  spaces',
  'Token a b',
  'Bearer wrong',
  'Basic dXNlcjpwYXNz',
  'Basic %%%',
  'Digest username="a"',
  'Token \u00ff\u00fe',
  `Token ${'f'.repeat(40)}`,
  `Token ${'x'.repeat(4000)}`,
  "Token ' or 1=1 --",
  'Token null',
  ',',
  'Token\twrong',
];

/** Keys that are none. */
export const ODD_KEYS = [
  '',
  ' ',
  'wrong',
  'k'.repeat(4000),
  '\u00e4',
  'null',
  "' or 1=1 --",
  'a, b',
  'x'.repeat(43),
];

/** Content types that a body does not have. */
export const ODD_TYPES = [
  '',
  'text/plain',
  'application/xml',
  'application/json; charset=utf-16',
  'application/json; charset=latin1',
  'application/json; charset="',
  'application/json;;;',
  'application/JSON',
  'application/vnd.api+json',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary="a b"',
  `multipart/form-data; boundary=${'b'.repeat(300)}`,
  'multipart/mixed; boundary=x',
  'image/jpeg',
  '*/*',
  'json',
];

/** Methods that an operation does not have. */
export const ODD_METHODS = [
  'HEAD',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'QUERY',
  'GET',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
];

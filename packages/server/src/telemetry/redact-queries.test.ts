import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { redactQueries } from './redact-queries.ts';

const WORDS = ['key', 'token', 'secret', 'password', 'code', 'state'];

/** Text without the characters that parameters must encode and at which this test splits lines. */
const plainText = fc
  .string({ unit: 'binary' })
  .filter((text) => !/[&=?;#%]/.test(text) && text.isWellFormed());

const secretName = fc
  .tuple(
    fc.stringMatching(/^[a-zA-Z_.[\]-]{0,6}$/),
    fc.constantFrom(...WORDS),
    fc.stringMatching(/^[\w[\]]{0,6}$/),
  )
  .chain(([before, word, after]) =>
    fc
      .tuple(letterCase(word), fc.integer({ min: 0, max: 3 }))
      .map(([written, times]) => encodeRepeatedly(before + written + after, times)),
  );

const harmlessName = fc
  .stringMatching(/^[a-z_]{1,12}$/)
  .filter((name) => !WORDS.some((word) => name.includes(word)));

function letterCase(word: string): fc.Arbitrary<string> {
  return fc
    .tuple(...word.split('').map((letter) => fc.constantFrom(letter, letter.toUpperCase())))
    .map((all) => all.join(''));
}

/** Encodes every character, then repeatedly the percent signs. */
function encodeRepeatedly(text: string, times: number): string {
  if (times === 0) return text;
  const once = [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
  return once.replaceAll('%', `%${'25'.repeat(times - 1)}`);
}

/** Formats a request as the log does. */
function toLine(url: string): string {
  return `${JSON.stringify({ level: 'info', req: { method: 'GET', url }, msg: 'request completed' })}\n`;
}

function urlOf(line: string): string {
  return (JSON.parse(line) as { req: { url: string } }).req.url;
}

describe('redactQueries', () => {
  it.each([
    ['/a?token=s3cret', '/a?token=…'],
    ['/a?api_key=s3cret&page=2', '/a?api_key=…&page=2'],
    ['/a?page=2&X-API-Key=s3cret', '/a?page=2&X-API-Key=…'],
    ['/a?ACCESS_TOKEN=s3cret', '/a?ACCESS_TOKEN=…'],
    ['/a?token=s3cret&token=s4cret', '/a?token=…&token=…'],
    ['/a?filter[password][]=s3cret', '/a?filter[password][]=…'],
    ['/a?%74oken=s3cret', '/a?%74oken=…'],
    ['/a?%2574oken=s3cret', '/a?%2574oken=…'],
    ['/a?%zz%token%=s3cret', '/a?%zz%token%=…'],
    ['/a?page=2;token=s3cret', '/a?page=2;token=…'],
    ['/a?token=s3;cret', '/a?token=…'],
    ['/a?token=s3=cret', '/a?token=…'],
    ['/a?token=s3?cret', '/a?token=…'],
    ['/a?token=s3%26cret&page=2', '/a?token=…&page=2'],
    ['/a?token=s3%zz%cret', '/a?token=…'],
    ['/a?token=s3"cr\\et\t!', '/a?token=…'],
    ['/a?token=', '/a?token=…'],
    ['/a#access_token=s3cret', '/a#access_token=…'],
    ['/a?a=b?token=s3cret', '/a?a=b?token=…'],
    ['/a?next=%2Freset%2F%3Fkey%3Ds3cret%26b%3D1&page=2', '/a?next=%2Freset%2F%3Fkey%3D…&page=2'],
    ['/a?next=%252Freset%253Fkey%253Ds3cret', '/a?next=%252Freset%253Fkey%253D…'],
    ['/cb?code=s3cret&state=s4cret&iss=x', '/cb?code=…&state=…&iss=x'],
    ['/a?keyword=arsenal', '/a?keyword=…'],
    ['https://user@host:1/a?token=s3cret', 'https://user@host:1/a?token=…'],
    ['/api/shared/s3cret', '/api/shared/…'],
    ['/api/shared/s3c-r_et/items/7/?page=2', '/api/shared/…/items/7/?page=2'],
    ['/api/shared/s3cret?page=2', '/api/shared/…?page=2'],
    ['/API/Shared//s3cret/unlock/', '/API/Shared//…/unlock/'],
    ['/api/shared/s3%63ret/', '/api/shared/…/'],
    ['/a?next=%2Fapi%2Fshared%2Fs3cret%2Fitems', '/a?next=%2Fapi%2Fshared%2F…%2Fitems'],
    ['/a?next=%252Fapi%252Fshared%252Fs3cret&b=1', '/a?next=%252Fapi%252Fshared%252F…&b=1'],
    ['/%61pi/%73hared/s3cret/items', '/%61pi/%73hared/…/items'],
    [
      '/a?b=%252561pi%25252fshared%25252Fs3cret%25252fitems',
      '/a?b=%252561pi%25252fshared%25252F…%25252fitems',
    ],
    ['/s/s3cret', '/s/…'],
    ['/s/s3cret/items/7?page=2', '/s/…/items/7?page=2'],
    ['//s//s3cret', '//s//…'],
    ['/%73/s3cret', '/%73/…'],
    ['/accounts/login?next=/s/s3cret', '/accounts/login?next=/s/…'],
    ['/a?any=%2Fs%2Fs3cret%3Fpage%3D2', '/a?any=%2Fs%2F…%3Fpage%3D2'],
    ['/a?any=https%3A%2F%2Fshirts.example%2Fs%2Fs3cret', '/a?any=https%3A%2F%2Fshirts.example%2Fs%2F…'],
    ['https://host/base/api/shared/s3cret/#top', 'https://host/base/api/shared/…/#top'],
  ])('redacts the secrets in %s', (url, redacted) => {
    expect(urlOf(redactQueries(toLine(url)))).toBe(redacted);
  });

  it.each([
    '/api/auth-token/?page=1',
    '/api/shares/7/',
    '/api/shared/',
    '/s/',
    '/s?page=2',
    '/api/users/s/',
    '/sizes/7/',
    '/packages/shared/src/index.ts',
    '/token/password?ordering=-name&tag=a%20b&tag=c',
    '/a?page=token&b=key',
    '/a?token',
    '/a?',
    '/a',
    '/a?=b&&c=d#e',
  ])('leaves a URL without secrets unchanged: %s', (url) => {
    expect(redactQueries(toLine(url))).toBe(toLine(url));
  });

  it('redacts secrets in the message and stack of an error', () => {
    const error = new Error('GET "https://host/a?b=1&apikey=s3cret" failed');
    const line = JSON.stringify({ err: { message: error.message, stack: error.stack }, msg: 'failed' });
    const redacted = redactQueries(line);
    expect(redacted).not.toContain('s3cret');
    expect(JSON.parse(redacted)).toMatchObject({
      err: { message: 'GET "https://host/a?b=1&apikey=… failed' },
      msg: 'failed',
    });
  });

  it('redacts the value of any parameter whose name contains a secret word, in any case and encoding', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(harmlessName, plainText)),
        secretName,
        fc.constantFrom('&', ';', '?'),
        plainText,
        fc.array(fc.tuple(harmlessName, fc.stringMatching(/^[\w%.-]*$/))),
        (before, name, separator, value, after) => {
          const pairs = (all: Array<[string, string]>) =>
            all.map(([key, text]) => `&${key}=${text}`).join('');
          const url = `/a?b=1${pairs(before)}${separator}${name}=<${value}>${pairs(after)}`;
          // A space cannot be part of a request's URL, and ends the URL in a message.
          const written = url.replaceAll(' ', '+');
          const shown = urlOf(redactQueries(toLine(written)));
          expect(shown).toBe(written.replace(`${name}=<${value.replaceAll(' ', '+')}>`, `${name}=…`));
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('keeps every line valid JSON, and is idempotent', () => {
    fc.assert(
      fc.property(
        fc.object({ withUnicodeString: true }),
        fc.webUrl({ withQueryParameters: true }),
        (value, url) => {
          const redacted = redactQueries(JSON.stringify({ value, url }));
          expect(Object.keys(JSON.parse(redacted) as object)).toEqual(['value', 'url']);
          expect(redactQueries(redacted)).toBe(redacted);
        },
      ),
    );
  });

  it.each([
    'a',
    '%',
    '%25',
    '=',
    '?',
    '&',
    ';a',
    '?a=',
    '%3d',
    '\\',
    'key',
    '/api/shared/',
    '%2fapi%2fshared%2f',
    '/s/',
    '/',
    '%2fs%2f',
    '%25%73',
  ])('takes linear time for many repetitions of %s', (part) => {
    const line = toLine(`/a?${part.repeat(100_000)}`);
    const start = performance.now();
    redactQueries(line);
    expect(performance.now() - start).toBeLessThan(1000);
  });
});

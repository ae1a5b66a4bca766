import type { RequestHandler, Response } from 'express';

/** The preference for strict handling, as requests send it in `Prefer` and responses confirm it. */
const STRICT = 'handling=strict';

/** Elements of a list in a header, in which quoted strings may contain commas. */
const ELEMENTS = /(?:[^,"]|"(?:[^"\\]|\\.)*"?)+/g;

/**
 * Adds headers that state whether the request is handled strictly (RFC 7240), and that this depends on
 * `Prefer`.
 */
export const applyPreferences: RequestHandler = ({ headers }, response, next) => {
  response.vary('Prefer');
  if (prefersStrict(headers['prefer'])) response.setHeader('Preference-Applied', STRICT);
  next();
};

/** Whether the request is handled strictly: names that the endpoint does not define are errors. */
export function isStrict(response: Pick<Response, 'getHeader'>): boolean {
  return response.getHeader('Preference-Applied') === STRICT;
}

/** Whether `Prefer` requests strict handling. If a preference is repeated, the first one counts. */
export function prefersStrict(prefer: string | string[] | undefined): boolean {
  if (prefer === undefined) return false;
  const elements = [prefer].flat().join().match(ELEMENTS) ?? [];
  const preferences = elements.map((element) => (element.split(';')[0] ?? '').split('=').map(toToken));
  const [, value] = preferences.find(([name]) => name === 'handling') ?? [];
  return value === 'strict';
}

function toToken(text: string): string {
  return text
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .toLowerCase();
}

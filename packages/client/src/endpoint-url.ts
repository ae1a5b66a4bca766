/**
 * Builds an endpoint's URL: `path` below `baseUrl` with its `{parameters}` filled in from `args`; the rest of `args`
 * becomes the query string: arrays as repeated parameters, undefined and null omitted. Throws a `TypeError` for a
 * path parameter that is missing or would change the path, and for values that are not strings, numbers or booleans.
 */
export function toEndpointUrl(baseUrl: URL, path: string, args: object): URL {
  const inQuery = new Map<string, unknown>(Object.entries(args));
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const segment = toSegment(name, inQuery.get(name));
    inQuery.delete(name);
    return segment;
  });
  const url = new URL(baseUrl);
  url.pathname = baseUrl.pathname.replace(/(?<!\/)\/+$/, '') + filled;
  for (const [name, value] of inQuery) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each !== undefined && each !== null) url.searchParams.append(name, toText(name, each));
    }
  }
  return url;
}

function toSegment(name: string, value: unknown): string {
  const text = value === undefined || value === null ? '' : toText(name, value);
  // Dot segments move up in the path, even encoded.
  if (!/^\.{0,2}$/.test(text) && text.isWellFormed()) return encodeURIComponent(text);
  throw new TypeError(`${name} must be a valid path segment`);
}

function toText(name: string, value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new TypeError(`${name} must be a text, a number or a boolean`);
}

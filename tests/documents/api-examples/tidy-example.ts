/** So many entries of a list show what there is. */
const LIST_MAX = 2;

/** Lists whose length is fixed. */
const WHOLE = new Set(['by_month', 'matched']);

/** What stands in the place of secrets, by the names of their fields. */
const SECRETS: Readonly<Record<string, string>> = {
  token: 'example-token',
  csrf_token: 'example-csrf-token',
  key: 'example-key-of-the-e-mail',
  secret: 'EXAMPLESECRET',
  recovery_codes: 'example-code',
};

/** Cuts lists short, at any depth. */
export function shortenLists(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) {
    return (WHOLE.has(name) ? value : value.slice(0, LIST_MAX)).map((entry) => shortenLists(entry));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, shortenLists(entry, key)]));
}

/** Replaces secrets wherever they stand: a share link has its token in its URL. */
export function withoutSecrets<T>(value: T): T {
  const secrets: Array<[string, string]> = [];
  const text = JSON.stringify(value, (name, entry: unknown) => {
    const shown = SECRETS[name];
    if (shown !== undefined)
      secrets.push(...[entry].flat().map((secret): [string, string] => [String(secret), shown]));
    return entry;
  });
  return JSON.parse(secrets.reduce((all, [secret, shown]) => all.replaceAll(secret, shown), text)) as T;
}

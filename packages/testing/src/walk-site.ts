/** A service below a path of a public host, which a proxy would strip. */
export interface Site {
  /** Where the service listens. */
  url: string;
  /** Public URL: `https://proxy.test/some/path`. */
  publicUrl: string;
  /** Headers of every request, such as those of a proxy. */
  headers?: Record<string, string>;
}

/** Reads a service as its proxy does, and checks every address that it sends. */
export interface Walker {
  /** Addresses of the service's host that are not below its path, with the response that contains them. */
  readonly stray: string[];
  /** Followed addresses that do not exist. */
  readonly broken: string[];
  /** The kinds of addresses that were followed: paths with `0` for each number. */
  readonly followed: ReadonlySet<string>;
  /** Sends a request with the cookies, and checks the response. The path is below that of the service. */
  send(path: string, init?: RequestInit): Promise<{ status: number; headers: Headers; text: string }>;
  /** Follows every address below the service's path, from these paths on. */
  walk(paths: readonly string[], init?: RequestInit): Promise<void>;
  /** Checks text that is delivered in another way, such as an e-mail. */
  check(text: string, source: string): void;
}

const VISITS_PER_KIND = 2;

export function openWalker({ url, publicUrl, headers: always = {} }: Site): Walker {
  const { origin, pathname: root } = new URL(publicUrl);
  const cookies = new Map<string, string>();
  const stray: string[] = [];
  const broken: string[] = [];
  const visits = new Map<string, number>();
  const isBelow = ({ pathname }: URL) => pathname === root || pathname.startsWith(`${root}/`);
  const isOwnHost = (address: URL) => address.origin === origin || address.origin === new URL(url).origin;

  /** The address as the browser opens it; undefined for other sites. */
  function judge(address: string, at: string): URL | undefined {
    if (!URL.canParse(address, at)) return undefined;
    const target = new URL(address, at);
    if (!isOwnHost(target)) return undefined;
    if (target.origin === origin && isBelow(target)) return target;
    stray.push(`${address} in ${at}`);
    return undefined;
  }

  function check(text: string, source: string): URL[] {
    const inText = text.match(/https?:\/\/[^\s"'<>)\\]+/g) ?? [];
    return inText.flatMap((address) => judge(address.replaceAll('&amp;', '&'), source) ?? []);
  }

  async function send(path: string, init: RequestInit = {}) {
    const at = `${publicUrl}${path}`;
    const headers = new Headers({ ...always, ...(init.headers as Record<string, string>) });
    if (cookies.size > 0) headers.set('Cookie', [...cookies].map((pair) => pair.join('=')).join('; '));
    const response = await fetch(`${url}${path}`, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
      judge(/; *path=([^;]*)/i.exec(line)?.[1] ?? '/', at);
    }
    const text = await response.text();
    const type = response.headers.get('Content-Type') ?? '';
    const linked = [
      ...(response.headers.get('Location') === null ? [] : [response.headers.get('Location') ?? '']),
      ...[...(response.headers.get('Link') ?? '').matchAll(/<([^>]*)>/g)].map(([, address = '']) => address),
      ...findAddresses(text, type),
    ];
    const targets = linked.flatMap((address) => judge(address, at) ?? []);
    return {
      status: response.status,
      headers: response.headers,
      text,
      targets: [...targets, ...check(text, at)],
    };
  }

  async function walk(paths: readonly string[], init?: RequestInit): Promise<void> {
    const start = new Set(paths);
    const next = [...paths];
    for (let path = next.pop(); path !== undefined; path = next.pop()) {
      const kind = path.replace(/[?#].*/, '').replaceAll(/\d+/g, '0');
      const count = visits.get(kind) ?? 0;
      if (count >= VISITS_PER_KIND) continue;
      visits.set(kind, count + 1);
      const { status, targets } = await send(path, init);
      if ((status === 404 && !start.has(path)) || status >= 500)
        broken.push(`${path} responds with ${status}`);
      next.push(...targets.map(({ pathname, search }) => `${pathname.slice(root.length) || '/'}${search}`));
    }
  }

  return {
    stray,
    broken,
    get followed() {
      return new Set(visits.keys());
    },
    send,
    walk,
    check: (text, source) => void check(text, source),
  };
}

/** Attributes whose value is not an address, although it may look like one. */
const TEXTS = /^(?:value|title|alt|content|placeholder|data-label|aria-.*)$/;

/** Lists addresses that a browser or API client resolves against the response's URL. */
function findAddresses(text: string, type: string): string[] {
  if (type.startsWith('text/html')) {
    const values = [...text.matchAll(/\s([a-z-]+)="([^"]*)"/g)].filter(
      ([, name = '', value = '']) =>
        /^(?:href|src|action|formaction)$/.test(name) || (value.startsWith('/') && !TEXTS.test(name)),
    );
    return values
      .map(([, , value = '']) => value.replaceAll('&amp;', '&'))
      .filter((value) => !/^(?:#|data:|mailto:|$)/.test(value));
  }
  if (type.startsWith('text/css')) {
    return [...text.matchAll(/url\(["']?([^"')]+)/g)].map(([, address = '']) => address);
  }
  // Paths of this host, in JSON and in the settings of the documentation.
  const paths = /"(\/(?:api|admin|accounts|archive|media)\/[^"\s]*)"(?!\s*:)/g;
  return [...text.matchAll(paths)].map(([, path = '']) => path);
}

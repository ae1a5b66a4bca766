import { createHmac } from 'node:crypto';

/** Somebody in a browser at the collection service: cookies, and the token that keeps forgers out. */
export interface BrowserSession {
  /** Sends JSON to `/api/accounts/…`. */
  // oxlint-disable-next-line typescript/no-explicit-any -- looked into by expectations alone
  post(path: string, body?: unknown): Promise<{ status: number; body: any }>;
}

const STEP_SECONDS = 30;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Opens a browser that nobody is signed in with. */
export function openBrowserSession(baseUrl: string): BrowserSession {
  const cookies = new Map<string, string>();
  const ask = async (path: string, init: RequestInit = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...(init.headers as Record<string, string>), Cookie: cookie };
    const response = await fetch(`${baseUrl}/api/accounts/${path}`, { ...init, headers });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  };
  return {
    async post(path, body = {}) {
      const token: string = (await ask('csrf/')).body.csrf_token;
      const headers = { 'Content-Type': 'application/json', 'X-CSRF-Token': token };
      return ask(path, { method: 'POST', headers, body: JSON.stringify(body) });
    },
  };
}

/** Turns multi-factor sign-in on for somebody; answers the secret that codes are made of. */
export async function turnOnCodes(
  baseUrl: string,
  credentials: { username: string; password: string },
): Promise<string> {
  const browser = openBrowserSession(baseUrl);
  await browser.post('login/', credentials);
  const secret: string = (await browser.post('mfa/totp/')).body.secret;
  const { status } = await browser.post('mfa/totp/confirm/', { code: codeOf(secret) });
  if (status !== 200) throw new Error(`the code is answered ${status}`);
  return secret;
}

/** The code of now, or of so many steps of 30 seconds later (RFC 6238). */
export function codeOf(secret: string, steps = 0): string {
  const bits = Array.from(secret, (letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 1000 / STEP_SECONDS) + steps));
  const mac = createHmac('sha1', key).update(counter).digest();
  const place = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(place) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

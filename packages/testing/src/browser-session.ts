import { generateSync } from 'otplib';

/** A browser's session with the collection service: cookies and the CSRF token. */
export interface BrowserSession {
  /** Sends JSON to `/api/accounts/…`. */
  // oxlint-disable-next-line typescript/no-explicit-any -- only used in expectations
  post(path: string, body?: unknown): Promise<{ status: number; body: any }>;
}

const STEP_SECONDS = 30;

/** Opens a session without a signed-in user. */
export function openBrowserSession(baseUrl: string): BrowserSession {
  const cookies = new Map<string, string>();
  const request = async (path: string, init: RequestInit = {}) => {
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
      const token: string = (await request('csrf/')).body.csrf_token;
      const headers = { 'Content-Type': 'application/json', 'X-CSRF-Token': token };
      return request(path, { method: 'POST', headers, body: JSON.stringify(body) });
    },
  };
}

/** Enables multi-factor sign-in for a user; returns the secret from which codes are generated. */
export async function enableMultiFactor(
  baseUrl: string,
  credentials: { username: string; password: string },
): Promise<string> {
  const browser = openBrowserSession(baseUrl);
  await browser.post('login/', credentials);
  const secret: string = (await browser.post('mfa/totp/')).body.secret;
  const { status } = await browser.post('mfa/totp/confirm/', { code: codeOf(secret) });
  if (status !== 200) throw new Error(`the service responded to the code with ${status}`);
  return secret;
}

/** Returns the current code, or the code `steps` intervals of 30 seconds later (RFC 6238). */
export function codeOf(secret: string, steps = 0): string {
  return generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + steps * STEP_SECONDS });
}

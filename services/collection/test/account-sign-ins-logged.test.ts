import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createEmptyDatabase, type TestDatabase } from '@kitroom/testing/test-databases';
import { runServiceCommand, startTestService, type TestService } from '@kitroom/testing/test-processes';
import { codeOf } from './test-codes.ts';
import { PASSWORD } from './test-users.ts';

const MINUTE = 60_000;

let database: TestDatabase;
let service: TestService;

beforeAll(async () => {
  database = await createEmptyDatabase();
  service = await startTestService('collection', { DATABASE_URL: database.url });
  const user = ['--username', 'ada', '--email', 'ada@example.org', '--verified'];
  await runServiceCommand('collection', ['users', 'create', ...user], {
    env: { DATABASE_URL: database.url },
    input: `${PASSWORD}\n`,
  });
}, MINUTE);

afterAll(async () => {
  await service?.kill();
  await database?.drop();
}, MINUTE);

/** Turns multi-factor sign-in on for a user through the API, as a browser would. */
async function turnOn(username: string): Promise<void> {
  let cookie = '';
  const send = async (path: string, body: unknown = {}) => {
    const csrf = await fetch(`${service.url}/api/accounts/csrf/`, { headers: { Cookie: cookie } });
    cookie = csrf.headers.getSetCookie()[0]?.split(';')[0] ?? cookie;
    const { csrf_token: token } = (await csrf.json()) as { csrf_token: string };
    const headers = { 'Content-Type': 'application/json', 'X-CSRF-Token': token, Cookie: cookie };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    const response = await fetch(`${service.url}/api/accounts/${path}`, init);
    cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? cookie;
    expect([path, response.status]).toEqual([path, 200]);
    return (await response.json()) as { secret: string };
  };
  await send('login/', { username, password: PASSWORD });
  const { secret } = await send('mfa/totp/');
  await send('mfa/totp/confirm/', { code: await codeOf(secret) });
}

/** Signs in and waits for the request's log line; returns the other log lines of the sign-in. */
async function signIn(id: string, path: string, body: unknown): Promise<Record<string, unknown>[]> {
  const headers = { 'Content-Type': 'application/json', 'X-Request-Id': id };
  const init = { method: 'POST', headers, body: JSON.stringify(body) };
  await fetch(`${service.url}${path}`, init);
  await service.waitForLine((line) => line.includes(`"${id}"`) && line.includes('request completed'));
  return service
    .logs()
    .filter((line) => JSON.stringify(line).includes(`"${id}"`) && !('responseTime' in line));
}

describe('the log of sign-ins', () => {
  it('has successful sign-ins with the user, address and request id', async () => {
    const right = { username: 'ada', password: PASSWORD };
    const common = { level: 'info', userId: 1, address: '127.0.0.1' };
    expect(await signIn('by-session', '/api/accounts/login/', right)).toEqual([
      expect.objectContaining({ ...common, msg: 'password verified' }),
      expect.objectContaining({ ...common, msg: 'session started' }),
    ]);
    expect(await signIn('by-token', '/api/auth-token/', right)).toEqual([
      expect.objectContaining({ ...common, msg: 'password verified' }),
    ]);
  });

  it('has a warning for a rejected sign-in, without the username and password that were sent', async () => {
    const refused = { level: 'warn', msg: 'sign-in rejected', why: 'invalid', address: '127.0.0.1' };
    const wrong = { username: 'ada', password: 'a wrong but near one' };
    const known = await signIn('wrong-password', '/api/accounts/login/', wrong);
    expect(known).toEqual([expect.objectContaining({ ...refused, userId: 1 })]);
    const typed = { username: 'my password by mistake', password: 'x' };
    const unknown = await signIn('unknown-user', '/api/auth-token/', typed);
    expect(unknown).toEqual([expect.objectContaining(refused)]);
    expect(unknown[0]).not.toHaveProperty('userId');
    expect(service.lines().join('\n')).not.toMatch(/by mistake|near one/);
  });

  it('has a warning for a throttled sign-in', async () => {
    const wrong = { username: 'nobody', password: 'x' };
    for (let turn = 0; turn < 5; turn += 1) await signIn(`wrong-${turn}`, '/api/auth-token/', wrong);
    expect(await signIn('one-too-many', '/api/auth-token/', wrong)).toEqual([
      expect.objectContaining({
        level: 'warn',
        msg: 'sign-in rejected',
        why: 'throttled',
        address: '127.0.0.1',
      }),
    ]);
  });

  it('has the kind and reason of a rejection in the `request completed` line', async () => {
    const lineOf = async (
      id: string,
      path: string,
      init: { method?: string; headers?: Record<string, string>; body?: string } = {},
    ) => {
      await fetch(`${service.url}${path}`, { ...init, headers: { 'X-Request-Id': id, ...init.headers } });
      const line = await service.waitForLine(
        (candidate) => candidate.includes(`"${id}"`) && candidate.includes('completed'),
      );
      return JSON.parse(line) as Record<string, unknown>;
    };
    const profile = '/api/accounts/profile/';
    const headers = { 'Content-Type': 'application/json', Origin: 'https://evil.example' };
    expect(await lineOf('no-credentials', profile)).toMatchObject({
      refused: 'unauthenticated',
      reason: 'Authentication credentials were not provided.',
    });
    const wrong = JSON.stringify({ username: 'nobody', password: 'x' });
    expect(
      await lineOf('foreign', '/api/accounts/login/', { method: 'POST', headers, body: wrong }),
    ).toMatchObject({ refused: 'forbidden', reason: expect.stringMatching(/origin/i) });
    const page = await lineOf('foreign-page', '/accounts/login', { method: 'POST', headers });
    expect(page).toMatchObject({ refused: 'forbidden', reason: expect.any(String) });
    const typed = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"username":"a' };
    const broken = await lineOf('broken', '/api/auth-token/', typed);
    expect([broken['refused'], broken['reason']]).toEqual(['invalid', undefined]);
    expect(await lineOf('fine', '/api/limits/')).not.toHaveProperty('refused');
  });

  it('has `code required` after the right password, and a rejection after a wrong code', async () => {
    await turnOn('ada');
    const common = { userId: 1, address: '127.0.0.1' };
    const right = { username: 'ada', password: PASSWORD };
    expect(await signIn('needs-code', '/api/accounts/login/', right)).toEqual([
      expect.objectContaining({
        ...common,
        level: 'info',
        msg: 'password verified; code required',
      }),
    ]);
    expect(await signIn('wrong-code', '/api/accounts/login/', { ...right, code: 'never' })).toEqual([
      expect.objectContaining({ ...common, level: 'warn', msg: 'sign-in rejected', why: 'invalid' }),
    ]);
  });
});

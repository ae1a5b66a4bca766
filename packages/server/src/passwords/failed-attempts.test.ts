import { describe, expect, it } from '@jest/globals';
import { Counter } from 'prom-client';
import { ServiceError } from '../http/errors.ts';
import { openFailedAttempts, openFailedSignIns } from './failed-attempts.ts';

interface Who {
  name: string;
  address: string;
}

const counter = <Label extends string>(label: Label) =>
  new Counter<Label>({ name: 'count', help: 'Count', labelNames: [label], registers: [] });

const options = () => ({
  redis: undefined,
  seconds: 600,
  step: 'login' as const,
  metrics: { rateLimited: counter('limit'), failedSignIns: counter('step') },
  throttled: ({ allowed }: { allowed: number }) => new ServiceError('throttled', `at most ${allowed}`),
});
const refuse = () => Promise.reject(new ServiceError('invalid', 'wrong'));

function openAttempts() {
  const failures = openFailedAttempts<Who>({
    ...options(),
    counts: [
      { prefix: 'name:', keyOf: ({ name }) => name, limit: 2 },
      { prefix: 'address:', keyOf: ({ address }) => address, limit: 1 },
    ],
  });
  const fail = (name: string, address: string) =>
    failures.attempt({ name, address }, refuse).catch((error: unknown) => String(error));
  const succeed = (name: string, address: string) =>
    failures.attempt({ name, address }, () => Promise.resolve('right'));
  return { fail, succeed };
}

describe('an attempt that is rejected by a later limit', () => {
  it('does not count towards the earlier limits', async () => {
    const { fail, succeed } = openAttempts();
    expect(await fail('olga', 'a')).toContain('wrong');
    for (let count = 0; count < 5; count += 1) expect(await fail('olga', 'a')).toContain('at most 1');
    expect(await succeed('olga', 'b')).toBe('right');
    expect(await fail('olga', 'c')).toContain('wrong');
    expect(await fail('olga', 'd')).toContain('at most 2');
  });
});

describe('failed sign-ins', () => {
  it.each([
    ['per address', { limit: 10, addressLimit: 1 }],
    ['per name and address', { limit: 1, addressLimit: 10 }],
  ])('are counted %s for a whole IPv6 network', async (_what, limits) => {
    const signIns = openFailedSignIns({
      ...options(),
      ...limits,
      prefix: 'sign-in:',
      toNameKey: (name) => name.toLowerCase(),
    });
    const fail = (address: string) => signIns.attempt({ username: 'olga', address }, refuse).catch(String);
    expect(await fail('2001:db8:1:100::1')).toContain('wrong');
    expect(await fail('2001:db8:1:1ff::2')).toContain('at most 1');
    expect(await fail('2001:db8:1:200::1')).toContain('wrong');
  });
});

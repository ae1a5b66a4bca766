import { describe, expect, it } from '@jest/globals';
import { Counter } from 'prom-client';
import { ServiceError } from '../http/errors.ts';
import { openFailedAttempts } from './failed-attempts.ts';

interface Who {
  name: string;
  address: string;
}

const counter = <Label extends string>(label: Label) =>
  new Counter<Label>({ name: 'count', help: 'Count', labelNames: [label], registers: [] });

function openAttempts() {
  const failures = openFailedAttempts<Who>({
    redis: undefined,
    seconds: 600,
    step: 'login',
    metrics: { rateLimited: counter('limit'), failedSignIns: counter('step') },
    throttled: ({ allowed }) => new ServiceError('throttled', `at most ${allowed}`),
    counts: [
      { prefix: 'name:', keyOf: ({ name }) => name, limit: 2 },
      { prefix: 'address:', keyOf: ({ address }) => address, limit: 1 },
    ],
  });
  const fail = (name: string, address: string) =>
    failures
      .attempt({ name, address }, () => Promise.reject(new ServiceError('invalid', 'wrong')))
      .catch((error: unknown) => String(error));
  const succeed = (name: string, address: string) =>
    failures.attempt({ name, address }, () => Promise.resolve('right'));
  return { fail, succeed };
}

describe('an attempt that is rejected because of a later limit', () => {
  it('does not count against the earlier ones', async () => {
    const { fail, succeed } = openAttempts();
    expect(await fail('olga', 'a')).toContain('wrong');
    for (let count = 0; count < 5; count += 1) expect(await fail('olga', 'a')).toContain('at most 1');
    expect(await succeed('olga', 'b')).toBe('right');
    expect(await fail('olga', 'c')).toContain('wrong');
    expect(await fail('olga', 'd')).toContain('at most 2');
  });
});

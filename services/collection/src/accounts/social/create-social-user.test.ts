import { describe, expect, it } from '@jest/globals';
import { validateUsername } from '@kitroom/collection-client';
import { deriveUsername, varyUsername } from './create-social-user.ts';

describe('deriveUsername', () => {
  it.each([
    ['Ada', 'ada@example.org', 'Ada'],
    [undefined, 'ada.byron+kits@example.org', 'ada.byron+kits'],
    ['ada@example.org', 'other@example.org', 'ada'],
    ['Ada Byron', 'ada@example.org', 'Ada-Byron'],
    ['Ａｄａ', 'ada@example.org', 'Ada'],
    ['ada＠example.org', 'other@example.org', 'adaexample.org'],
    ['<script>', 'ada@example.org', 'script'],
    ['me', 'ada@example.org', 'ada'],
    ['..', '!!@example.org', 'collector'],
    ['Éva/../admin', 'eva@example.org', 'Éva..admin'],
    ['x'.repeat(500), 'x@example.org', 'x'.repeat(140)],
    ['👕'.repeat(3), 'kit@example.org', 'kit'],
  ])('derives from the name %j and the address %j the username %j', (username, email, expected) => {
    const derived = deriveUsername({ username, email });
    expect([derived, validateUsername(derived)]).toEqual([expected, undefined]);
  });
});

it('varyUsername returns a valid username for a name that is taken', () => {
  const name = varyUsername('x'.repeat(140));
  expect(name).toMatch(/^x{140}-\d{4,6}$/);
  expect(name.length).toBeLessThanOrEqual(150);
});

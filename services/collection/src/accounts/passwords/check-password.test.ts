import { describe, expect, it } from '@jest/globals';
import { PASSWORD_TEXT, validatePassword } from './check-password.ts';

const { short, common, similar, numeric } = PASSWORD_TEXT;

describe('validatePassword', () => {
  it.each(['brass lantern 42', 'кухонный стол', 'x7#Qp!zz', '🏆🥅⚽🧤👕👖🧦🏟', 'a'.repeat(10_000)])(
    'accepts %s',
    async (password) => {
      expect(await validatePassword(password, 'collector')).toEqual([]);
    },
  );

  it.each([
    ['seven characters', 'x7#Qp!z', 'collector', [short]],
    ['an empty password', '', 'collector', [short]],
    ['four characters of eight UTF-16 units', '🏆🥅⚽🧤', 'collector', [short]],
    ['a common password', 'baseball', 'collector', [common]],
    ['a common password in mixed case', 'PassWord1', 'collector', [common]],
    ['the name of this service with a year', 'Kitroom-2026!', 'collector', [common]],
    ['words for what this service is about', 'football shirts 1', 'ada', [common]],
    ['only digits', '8261940573', 'collector', [numeric]],
    ['the username', 'collector', 'Collector', [similar]],
    ['the username and a digit', 'Collector1', 'collector', [similar]],
    ['the username reversed', 'rotcelloc', 'collector', [similar]],
    ['a part of the username', 'lanterns', 'brass.lantern@example', [similar]],
    ['a password with all problems', '12345', '12345', [similar, short, common, numeric]],
  ])('rejects %s with all matching errors', async (_what, password, username, problems) => {
    expect(await validatePassword(password, username)).toEqual(problems);
  });
});

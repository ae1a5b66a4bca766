import { describe, expect, it } from '@jest/globals';
import { readOidcSettings } from './social-variables.ts';

const CLUB = {
  OIDC_CLUB_ISSUER: 'https://accounts.club.example/',
  OIDC_CLUB_CLIENT_ID: 'kitroom',
  OIDC_CLUB_CLIENT_SECRET: 'the-secret',
};

const DEFAULTS = { scopes: 'openid profile email', groupsClaim: 'groups' };

describe('readOidcSettings', () => {
  it('reads all providers, with ids in lower case and the issuer unchanged', () => {
    const env = {
      ...CLUB,
      OIDC_MY_FAN_SHOP_ISSUER: 'http://127.0.0.1:9000',
      OIDC_MY_FAN_SHOP_CLIENT_ID: 'b',
      OIDC_MY_FAN_SHOP_CLIENT_SECRET: 'c',
      OIDC_TOKEN: 'of something else',
    };
    expect(readOidcSettings(env)).toEqual([
      {
        id: 'club',
        issuer: 'https://accounts.club.example/',
        clientId: 'kitroom',
        clientSecret: 'the-secret',
        ...DEFAULTS,
      },
      { id: 'my_fan_shop', issuer: 'http://127.0.0.1:9000', clientId: 'b', clientSecret: 'c', ...DEFAULTS },
    ]);
  });

  it('reads the label, scopes, groups and sign-up of a provider', () => {
    const env = {
      ...CLUB,
      OIDC_CLUB_LABEL: ' The Club ',
      OIDC_CLUB_SCOPES: ' openid  groups ',
      OIDC_CLUB_GROUPS_CLAIM: 'https://club.example/roles',
      OIDC_CLUB_ALLOWED_GROUPS: 'members, Kit curators',
      OIDC_CLUB_STAFF_GROUP: 'cn=admins,ou=groups',
      OIDC_CLUB_SIGN_UP: 'closed',
    };
    expect(readOidcSettings(env)).toMatchObject([
      {
        label: 'The Club',
        scopes: 'openid groups',
        groupsClaim: 'https://club.example/roles',
        allowedGroups: ['members', 'Kit curators'],
        staffGroup: 'cn=admins,ou=groups',
        signUp: 'closed',
      },
    ]);
  });

  it.each([
    ['LABEL', 'a string of at most 50 characters', ' ', 'x'.repeat(51), 'two\nlines'],
    ['SCOPES', 'scopes separated by spaces, openid among them', 'profile email', 'openid "all"', ' '],
    ['GROUPS_CLAIM', 'the name of a claim, such as groups', ' ', '\0'],
    ['ALLOWED_GROUPS', 'names of groups separated by commas', ',', 'members,', ' ', 'a,,b', 'a\nb'],
    ['STAFF_GROUP', 'the name of a group, such as curators', ' ', 'a\nb', 'x'.repeat(201)],
    ['SIGN_UP', 'open or closed', 'yes', 'Open'],
  ])('reports an invalid value in one line with the allowed values: %s', (part, allowed, ...values) => {
    for (const value of values) {
      const problem = configErrorOf({ ...CLUB, [`OIDC_CLUB_${part}`]: value });
      expect(problem).toContain(`OIDC_CLUB_${part} is ${JSON.stringify(value)}: expected ${allowed}`);
      expect(problem).not.toContain('\n');
    }
  });

  it('reports a setting for a provider that is not configured', () => {
    expect(configErrorOf({ OIDC_CLUB_STAFF_GROUP: 'curators' })).toMatch(/^OIDC_CLUB_ISSUER is required: /);
  });

  it('returns no providers if the variables are missing or empty', () => {
    const empty = { OIDC_CLUB_ISSUER: '', OIDC_CLUB_CLIENT_ID: '', OIDC_CLUB_CLIENT_SECRET: '' };
    expect([readOidcSettings({}), readOidcSettings(empty)]).toEqual([[], []]);
  });

  it.each(Object.keys(CLUB))('reports a missing variable in one line: %s', (missing) => {
    expect(() => readOidcSettings({ ...CLUB, [missing]: '' })).toThrow(
      new RegExp(`^${missing} is required: [^\\n]+$`),
    );
  });

  it('reports all missing variables together, without a secret', () => {
    const env = { OIDC_CLUB_CLIENT_SECRET: 'the-secret', OIDC_FAN_ISSUER: 'https://fan.example' };
    const problem = configErrorOf(env);
    for (const name of [
      'OIDC_CLUB_ISSUER',
      'OIDC_CLUB_CLIENT_ID',
      'OIDC_FAN_CLIENT_ID',
      'OIDC_FAN_CLIENT_SECRET',
    ]) {
      expect(problem).toContain(`${name} is required`);
    }
    expect(problem).not.toContain('the-secret');
  });

  it.each([
    'accounts.club.example',
    'ftp://accounts.club.example',
    'https://accounts.club.example/?a=b',
    'https://accounts.club.example/#a',
    'https://user:password@accounts.club.example',
  ])('rejects the invalid issuer %s', (issuer) => {
    expect(configErrorOf({ ...CLUB, OIDC_CLUB_ISSUER: issuer })).toMatch(
      /^OIDC_CLUB_ISSUER is ".*": expected the address of an OpenID Connect provider/,
    );
  });

  it.each(['http://127.0.0.1:9000', 'http://localhost:9000', 'http://[::1]:9000', 'http://club.example'])(
    'accepts HTTP for this machine, and for other hosts only outside production: %s',
    (issuer) => {
      const env = { ...CLUB, OIDC_CLUB_ISSUER: issuer };
      expect(readOidcSettings(env)).toHaveLength(1);
      const isOther = issuer.includes('club');
      expect(configErrorOf({ ...env, NODE_ENV: 'production' })).toMatch(
        isOther ? /^OIDC_CLUB_ISSUER is/ : /^$/,
      );
    },
  );
});

function configErrorOf(env: Record<string, string>): string {
  try {
    readOidcSettings(env);
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}

import type { EndpointCase } from './endpoint-case.ts';
import * as examples from './examples.ts';

/** The same for accounts. */
export const accountEndpoints: Record<string, EndpointCase> = {
  getCsrfToken: {
    request: ({ accounts }) => accounts.csrf(),
    url: '/api/accounts/csrf/',
    response: { csrf_token: 'csrf-1' },
  },
  getSession: {
    request: ({ accounts }) => accounts.session(),
    url: '/api/accounts/session/',
    response: examples.session,
  },
  login: {
    request: ({ accounts }) => accounts.login({ username: 'ada', password: 'pw' }),
    url: '/api/accounts/login/',
    sent: { username: 'ada', password: 'pw' },
    response: examples.session,
  },
  logout: {
    request: ({ accounts }) => accounts.logout(),
    url: '/api/accounts/logout/',
    response: undefined,
  },
  signup: {
    request: ({ accounts }) => accounts.signup({ username: 'ada', email: 'ada@example.org', password: 'pw' }),
    url: '/api/accounts/signup/',
    sent: { username: 'ada', email: 'ada@example.org', password: 'pw' },
    response: examples.profile,
  },
  verifyEmail: {
    request: ({ accounts }) => accounts.verifyEmail({ key: 'k' }),
    url: '/api/accounts/verify-email/',
    sent: { key: 'k' },
    response: { detail: 'Done.' },
  },
  resendVerification: {
    request: ({ accounts }) => accounts.resendVerification({ email: 'ada@example.org' }),
    url: '/api/accounts/verify-email/resend/',
    sent: { email: 'ada@example.org' },
    response: { detail: 'Done.' },
  },
  resetPassword: {
    request: ({ accounts }) => accounts.resetPassword({ email: 'ada@example.org' }),
    url: '/api/accounts/password/reset/',
    sent: { email: 'ada@example.org' },
    response: { detail: 'Done.' },
  },
  confirmPasswordReset: {
    request: ({ accounts }) => accounts.confirmPasswordReset({ key: 'k', password: 'pw' }),
    url: '/api/accounts/password/reset/confirm/',
    sent: { key: 'k', password: 'pw' },
    response: { detail: 'Done.' },
  },
  changePassword: {
    request: ({ accounts }) => accounts.changePassword({ current_password: 'pw', new_password: 'new' }),
    url: '/api/accounts/password/change/',
    sent: { current_password: 'pw', new_password: 'new' },
    response: { detail: 'Done.' },
  },
  confirmSession: {
    request: ({ accounts }) => accounts.confirm({ password: 'pw', code: '123456' }),
    url: '/api/accounts/confirm/',
    sent: { password: 'pw', code: '123456' },
    response: { detail: 'Done.', confirmed_until: '2026-11-22T12:15:00.000Z' },
  },
  listSessions: {
    request: ({ accounts }) => accounts.sessions(),
    url: '/api/accounts/sessions/',
    response: examples.ownSessions,
  },
  endSession: {
    request: ({ accounts }) => accounts.endSession({ id: examples.ownSessions.sessions[0]?.id ?? '' }),
    url: `/api/accounts/sessions/${examples.ownSessions.sessions[0]?.id}/`,
    response: undefined,
  },
  endOtherSessions: {
    request: ({ accounts }) => accounts.endOtherSessions(),
    url: '/api/accounts/sessions/',
    response: undefined,
  },
  getToken: {
    request: ({ tokens }) => tokens.current(),
    url: '/api/accounts/token/',
    response: examples.currentToken,
  },
  listAppTokens: {
    request: ({ appTokens }) => appTokens.list(),
    url: '/api/accounts/tokens/',
    response: [examples.appToken],
  },
  createAppToken: {
    request: ({ appTokens }) => appTokens.create({ name: 'My app', scope: 'read' }),
    url: '/api/accounts/tokens/',
    sent: { name: 'My app', scope: 'read' },
    response: { ...examples.appToken, token: `kitroom_${'0'.repeat(40)}` },
  },
  deleteAppToken: {
    request: ({ appTokens }) => appTokens.remove({ id: 7 }),
    url: '/api/accounts/tokens/7/',
    response: undefined,
  },
  deleteToken: {
    request: ({ tokens }) => tokens.remove(),
    url: '/api/accounts/token/',
    response: undefined,
  },
  getProfile: {
    request: ({ accounts }) => accounts.profile(),
    url: '/api/accounts/profile/',
    response: examples.profile,
  },
  patchProfile: {
    request: ({ accounts }) => accounts.patchProfile({ biography: 'Hi', is_private: true }),
    url: '/api/accounts/profile/',
    sent: { biography: 'Hi', is_private: true },
    response: examples.profile,
  },
  putAvatar: {
    request: ({ accounts }) => accounts.putAvatar({ avatar: new Blob(['…']) }),
    url: '/api/accounts/profile/avatar/',
    response: examples.profile,
  },
  deleteAvatar: {
    request: ({ accounts }) => accounts.removeAvatar(),
    url: '/api/accounts/profile/avatar/',
    response: undefined,
  },
  exportAccount: {
    request: ({ accounts }) => accounts.export(),
    url: '/api/accounts/export/',
    response: new Blob(['ZIP'], { type: 'application/zip' }),
  },
  deleteAccount: {
    request: ({ accounts }) => accounts.remove({ password: 'pw' }),
    url: '/api/accounts/',
    sent: { password: 'pw' },
    response: undefined,
  },
  startTotp: {
    request: ({ accounts }) => accounts.startTotp(),
    url: '/api/accounts/mfa/totp/',
    response: { secret: 'AAAA', otpauth_url: 'otpauth://totp/Kitroom:ada?secret=AAAA' },
  },
  confirmTotp: {
    request: ({ accounts }) => accounts.confirmTotp({ code: '123456' }),
    url: '/api/accounts/mfa/totp/confirm/',
    sent: { code: '123456' },
    response: { recovery_codes: ['00000-11111-22222-33333'] },
  },
  removeTotp: {
    request: ({ accounts }) => accounts.removeTotp({ password: 'pw' }),
    url: '/api/accounts/mfa/totp/',
    sent: { password: 'pw' },
    response: undefined,
  },
  createRecoveryCodes: {
    request: ({ accounts }) => accounts.createRecoveryCodes({ password: 'pw' }),
    url: '/api/accounts/mfa/recovery-codes/',
    sent: { password: 'pw' },
    response: { recovery_codes: ['00000-11111-22222-33333'] },
  },
  finishLogin: {
    request: ({ accounts }) => accounts.finishLogin({ code: '123456' }),
    url: '/api/accounts/mfa/login/',
    sent: { code: '123456' },
    response: examples.session,
  },
  listSocialProviders: {
    request: ({ accounts }) => accounts.socialProviders(),
    url: '/api/accounts/social/',
    response: [{ provider: 'club', name: 'Club', login_url: 'http://kits.example/go', linked: false }],
  },
  unlinkSocialProvider: {
    request: ({ accounts }) => accounts.unlinkSocialProvider({ provider: 'club' }),
    url: '/api/accounts/social/club/',
    response: undefined,
  },
};

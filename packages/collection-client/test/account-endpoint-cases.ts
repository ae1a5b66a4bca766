import type { EndpointCase } from './endpoint-case.ts';
import * as examples from './examples.ts';

/** The same for accounts. */
export const accountEndpoints: Record<string, EndpointCase> = {
  getCsrfToken: {
    ask: ({ accounts }) => accounts.csrf(),
    url: '/api/accounts/csrf/',
    answer: { csrf_token: 'csrf-1' },
  },
  getSession: {
    ask: ({ accounts }) => accounts.session(),
    url: '/api/accounts/session/',
    answer: examples.session,
  },
  login: {
    ask: ({ accounts }) => accounts.login({ username: 'ada', password: 'pw' }),
    url: '/api/accounts/login/',
    sent: { username: 'ada', password: 'pw' },
    answer: examples.session,
  },
  logout: {
    ask: ({ accounts }) => accounts.logout(),
    url: '/api/accounts/logout/',
    answer: undefined,
  },
  signup: {
    ask: ({ accounts }) => accounts.signup({ username: 'ada', email: 'ada@example.org', password: 'pw' }),
    url: '/api/accounts/signup/',
    sent: { username: 'ada', email: 'ada@example.org', password: 'pw' },
    answer: examples.profile,
  },
  verifyEmail: {
    ask: ({ accounts }) => accounts.verifyEmail({ key: 'k' }),
    url: '/api/accounts/verify-email/',
    sent: { key: 'k' },
    answer: { detail: 'Done.' },
  },
  resendVerification: {
    ask: ({ accounts }) => accounts.resendVerification({ email: 'ada@example.org' }),
    url: '/api/accounts/verify-email/resend/',
    sent: { email: 'ada@example.org' },
    answer: { detail: 'Done.' },
  },
  resetPassword: {
    ask: ({ accounts }) => accounts.resetPassword({ email: 'ada@example.org' }),
    url: '/api/accounts/password/reset/',
    sent: { email: 'ada@example.org' },
    answer: { detail: 'Done.' },
  },
  confirmPasswordReset: {
    ask: ({ accounts }) => accounts.confirmPasswordReset({ key: 'k', password: 'pw' }),
    url: '/api/accounts/password/reset/confirm/',
    sent: { key: 'k', password: 'pw' },
    answer: { detail: 'Done.' },
  },
  changePassword: {
    ask: ({ accounts }) => accounts.changePassword({ current_password: 'pw', new_password: 'new' }),
    url: '/api/accounts/password/change/',
    sent: { current_password: 'pw', new_password: 'new' },
    answer: { detail: 'Done.' },
  },
  confirmSession: {
    ask: ({ accounts }) => accounts.confirm({ password: 'pw', code: '123456' }),
    url: '/api/accounts/confirm/',
    sent: { password: 'pw', code: '123456' },
    answer: { detail: 'Done.', confirmed_until: '2026-11-22T12:15:00.000Z' },
  },
  listSessions: {
    ask: ({ accounts }) => accounts.sessions(),
    url: '/api/accounts/sessions/',
    answer: examples.ownSessions,
  },
  endSession: {
    ask: ({ accounts }) => accounts.endSession({ id: examples.ownSessions.sessions[0]?.id ?? '' }),
    url: `/api/accounts/sessions/${examples.ownSessions.sessions[0]?.id}/`,
    answer: undefined,
  },
  endOtherSessions: {
    ask: ({ accounts }) => accounts.endOtherSessions(),
    url: '/api/accounts/sessions/',
    answer: undefined,
  },
  deleteToken: {
    ask: ({ tokens }) => tokens.remove(),
    url: '/api/accounts/token/',
    answer: undefined,
  },
  getProfile: {
    ask: ({ accounts }) => accounts.profile(),
    url: '/api/accounts/profile/',
    answer: examples.profile,
  },
  patchProfile: {
    ask: ({ accounts }) => accounts.patchProfile({ biography: 'Hi', is_private: true }),
    url: '/api/accounts/profile/',
    sent: { biography: 'Hi', is_private: true },
    answer: examples.profile,
  },
  putAvatar: {
    ask: ({ accounts }) => accounts.putAvatar({ avatar: new Blob(['…']) }),
    url: '/api/accounts/profile/avatar/',
    answer: examples.profile,
  },
  deleteAvatar: {
    ask: ({ accounts }) => accounts.removeAvatar(),
    url: '/api/accounts/profile/avatar/',
    answer: undefined,
  },
  exportAccount: {
    ask: ({ accounts }) => accounts.export(),
    url: '/api/accounts/export/',
    answer: new Blob(['ZIP'], { type: 'application/zip' }),
  },
  deleteAccount: {
    ask: ({ accounts }) => accounts.remove({ password: 'pw' }),
    url: '/api/accounts/',
    sent: { password: 'pw' },
    answer: undefined,
  },
  startTotp: {
    ask: ({ accounts }) => accounts.startTotp(),
    url: '/api/accounts/mfa/totp/',
    answer: { secret: 'AAAA', otpauth_url: 'otpauth://totp/Kitroom:ada?secret=AAAA' },
  },
  confirmTotp: {
    ask: ({ accounts }) => accounts.confirmTotp({ code: '123456' }),
    url: '/api/accounts/mfa/totp/confirm/',
    sent: { code: '123456' },
    answer: { recovery_codes: ['00000-11111-22222-33333'] },
  },
  removeTotp: {
    ask: ({ accounts }) => accounts.removeTotp({ password: 'pw' }),
    url: '/api/accounts/mfa/totp/',
    sent: { password: 'pw' },
    answer: undefined,
  },
  createRecoveryCodes: {
    ask: ({ accounts }) => accounts.createRecoveryCodes({ password: 'pw' }),
    url: '/api/accounts/mfa/recovery-codes/',
    sent: { password: 'pw' },
    answer: { recovery_codes: ['00000-11111-22222-33333'] },
  },
  finishLogin: {
    ask: ({ accounts }) => accounts.finishLogin({ code: '123456' }),
    url: '/api/accounts/mfa/login/',
    sent: { code: '123456' },
    answer: examples.session,
  },
  listSocialProviders: {
    ask: ({ accounts }) => accounts.socialProviders(),
    url: '/api/accounts/social/',
    answer: [{ provider: 'club', name: 'Club', login_url: 'http://kits.example/go', linked: false }],
  },
  unlinkSocialProvider: {
    ask: ({ accounts }) => accounts.unlinkSocialProvider({ provider: 'club' }),
    url: '/api/accounts/social/club/',
    answer: undefined,
  },
};

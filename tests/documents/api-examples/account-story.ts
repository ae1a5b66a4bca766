import { codeOf } from '@kitroom/testing/browser-session';
import { takePicture } from '../../take-picture.ts';
import type { Mailbox } from './mailbox.ts';
import type { RecordedRequest, Recorder } from './recorder.ts';

const ADA = { username: 'ada', email: 'ada@example.org', name: 'Ada Fuentes' };
const [PASSWORD, NEXT_PASSWORD, LAST_PASSWORD] = ['brass lantern 42', 'green umbrella 7', 'orange peel 30'];

/** The life of an account, from sign-up to deletion, in a browser. */
export async function recordAccountExamples(recorder: Recorder, mailbox: Mailbox): Promise<void> {
  let csrf = '';
  const ask: Recorder['ask'] = (id, asked: RecordedRequest = {}) =>
    recorder.ask(id, { ...asked, headers: { 'X-CSRF-Token': csrf, ...asked.headers } });
  const signIn = async (password: string, more: object = {}) => {
    csrf = (await ask('getCsrfToken')).body.csrf_token;
    await ask('login', { body: { username: ADA.username, password, ...more } });
  };

  for (const id of ['getRoot', 'getService', 'getHealth', 'getReady', 'getSchema', 'listSocialProviders'])
    await ask(id);
  await signUp(ask, mailbox);
  await signIn(PASSWORD);
  await showAccount(ask);
  await signIn(PASSWORD);
  const secret: string = (await ask('startTotp')).body.secret;
  const codes = (await ask('confirmTotp', { body: { code: codeOf(secret) } })).body.recovery_codes;
  await ask('logout');
  await signIn(PASSWORD, { code: codes[0] });
  await ask('createRecoveryCodes', { body: { password: PASSWORD } });
  await ask('removeTotp', { body: { password: PASSWORD } });
  await ask('changePassword', { body: { current_password: PASSWORD, new_password: NEXT_PASSWORD } });
  await ask('resetPassword', { body: { email: ADA.email } });
  const key = await mailbox.nextKey(ADA.email, 'Set a new password');
  await ask('confirmPasswordReset', { body: { key, password: LAST_PASSWORD } });
  await signIn(LAST_PASSWORD);
  await ask('deleteAccount', { body: { password: LAST_PASSWORD } });
}

type Ask = Recorder['ask'];

async function signUp(ask: Ask, mailbox: Mailbox): Promise<void> {
  await ask('signup', { body: { ...ADA, password: PASSWORD } });
  await ask('resendVerification', { body: { email: ADA.email } });
  const key = await mailbox.nextKey(ADA.email, 'Verify your e-mail address');
  await ask('verifyEmail', { body: { key } });
  await ask('createToken', { body: { username: ADA.username, password: PASSWORD } });
}

async function useTokens(ask: Ask): Promise<void> {
  const { id, token } = (await ask('createAppToken', { body: { name: 'Shirt shelf', scope: 'read' } })).body;
  await ask('getToken', { headers: { Authorization: `Bearer ${token}` } });
  await ask('listAppTokens');
  await ask('deleteAppToken', { params: { id } });
}

async function showAccount(ask: Ask): Promise<void> {
  await ask('getSession');
  await ask('confirmSession', { body: { password: PASSWORD } });
  await useTokens(ask);
  await ask('getProfile');
  await ask('patchProfile', { body: { biography: 'Shirts of the eighties.', location: 'Málaga' } });
  await ask('putAvatar', { file: { field: 'avatar', content: await takePicture(), name: 'ada.jpg' } });
  for (const id of ['listUsers', 'getMe']) await ask(id);
  const params = { username: ADA.username };
  await ask('getUser', { params });
  await ask('putUser', { params, body: { username: ADA.username, name: ADA.name } });
  await ask('patchUser', { params, body: { name: ADA.name } });
  const { sessions } = (await ask('listSessions')).body;
  await ask('endSession', { params: { id: sessions[0].id } });
}

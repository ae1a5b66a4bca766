import { codeOf } from '@kitroom/testing/browser-session';
import { takePicture } from '../../take-picture.ts';
import type { Mailbox } from './mailbox.ts';
import type { RecordedRequest, Recorder } from './recorder.ts';

const ADA = { username: 'ada', email: 'ada@example.org', name: 'Ada Fuentes' };
const [PASSWORD, NEXT_PASSWORD, LAST_PASSWORD] = ['brass lantern 42', 'green umbrella 7', 'orange peel 30'];

/** The life of an account, from sign-up to deletion, in a browser. */
export async function recordAccountExamples(recorder: Recorder, mailbox: Mailbox): Promise<void> {
  let csrf = '';
  const call: Recorder['call'] = (id, request: RecordedRequest = {}) =>
    recorder.call(id, { ...request, headers: { 'X-CSRF-Token': csrf, ...request.headers } });
  const signIn = async (password: string, more: object = {}) => {
    csrf = (await call('getCsrfToken')).body.csrf_token;
    await call('login', { body: { username: ADA.username, password, ...more } });
  };

  for (const id of ['getRoot', 'getService', 'getHealth', 'getReady', 'getSchema', 'listSocialProviders'])
    await call(id);
  await signUp(call, mailbox);
  await signIn(PASSWORD);
  await callAccountEndpoints(call);
  await signIn(PASSWORD);
  const secret: string = (await call('startTotp')).body.secret;
  const codes = (await call('confirmTotp', { body: { code: codeOf(secret) } })).body.recovery_codes;
  await call('logout');
  await signIn(PASSWORD, { code: codes[0] });
  await call('createRecoveryCodes', { body: { password: PASSWORD } });
  await call('removeTotp', { body: { password: PASSWORD } });
  await call('changePassword', { body: { current_password: PASSWORD, new_password: NEXT_PASSWORD } });
  await call('resetPassword', { body: { email: ADA.email } });
  const key = await mailbox.nextKey(ADA.email, 'Set a new password');
  await call('confirmPasswordReset', { body: { key, password: LAST_PASSWORD } });
  await signIn(LAST_PASSWORD);
  await call('deleteAccount', { body: { password: LAST_PASSWORD } });
}

type Call = Recorder['call'];

async function signUp(call: Call, mailbox: Mailbox): Promise<void> {
  await call('signup', { body: { ...ADA, password: PASSWORD } });
  await call('resendVerification', { body: { email: ADA.email } });
  const key = await mailbox.nextKey(ADA.email, 'Verify your e-mail address');
  await call('verifyEmail', { body: { key } });
  await call('createToken', { body: { username: ADA.username, password: PASSWORD } });
}

async function callTokenEndpoints(call: Call): Promise<void> {
  const { id, token } = (await call('createAppToken', { body: { name: 'Shirt shelf', scope: 'read' } })).body;
  await call('getToken', { headers: { Authorization: `Bearer ${token}` } });
  await call('listAppTokens');
  await call('deleteAppToken', { params: { id } });
}

async function callAccountEndpoints(call: Call): Promise<void> {
  await call('getSession');
  await call('confirmSession', { body: { password: PASSWORD } });
  await callTokenEndpoints(call);
  await call('getProfile');
  await call('patchProfile', { body: { biography: 'Shirts of the eighties.', location: 'Málaga' } });
  await call('putAvatar', { file: { field: 'avatar', content: await takePicture(), name: 'ada.jpg' } });
  for (const id of ['listUsers', 'getMe']) await call(id);
  const params = { username: ADA.username };
  await call('getUser', { params });
  await call('putUser', { params, body: { username: ADA.username, name: ADA.name } });
  await call('patchUser', { params, body: { name: ADA.name } });
  const { sessions } = (await call('listSessions')).body;
  await call('endSession', { params: { id: sessions[0].id } });
}

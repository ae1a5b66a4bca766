import * as contracts from '@kitroom/collection-client';
import { endpoint, type Endpoint } from '@kitroom/server/http/endpoint';
import type { Context } from '../../context.ts';
import { getSession } from '../sessions/browser-session.ts';
import { getCaller } from '../sessions/caller.ts';
import { toProfile } from '../users/user-view.ts';
import { changePassword, resetPassword, validatePasswordReset } from './set-password.ts';
import { refuseClosedSignUp } from './sign-up-rules.ts';
import { requestMail, signUp, validateSignUp, verifyEmail } from './sign-up.ts';
import { validateNewPassword } from './validate-account.ts';

/** `/api/accounts/signup/`, `verify-email/…` and `password/…` */
export function accountRoutes(context: Context): Endpoint[] {
  const { storage } = context;
  return [
    endpoint(
      contracts.signup,
      async ({ body }, { baseUrl }) => {
        const account = await signUp(context, body);
        return toProfile(account, { storage, baseUrl, hasSecondFactor: false });
      },
      {
        permit: () => refuseClosedSignUp(context.config),
        checkBody: (sent) => validateSignUp(context, sent),
      },
    ),
    endpoint(contracts.verifyEmail, async ({ body }) => {
      await verifyEmail(context, body.key);
      return { detail: 'The e-mail address is verified.' };
    }),
    endpoint(contracts.resendVerification, async ({ body }) => {
      await requestMail(context, 'verify', body.email);
      return { detail: 'If an account with this address is not verified yet, a mail is on its way.' };
    }),
    endpoint(contracts.resetPassword, async ({ body }) => {
      await requestMail(context, 'reset', body.email);
      return { detail: 'If an account has this address, a mail is on its way.' };
    }),
    endpoint(
      contracts.confirmPasswordReset,
      async ({ body }) => {
        await resetPassword(context, body);
        return { detail: 'The password is set.' };
      },
      { checkBody: (sent) => validatePasswordReset(context, sent) },
    ),
    endpoint(
      contracts.changePassword,
      async ({ body }, request) => {
        const user = getCaller(request);
        const { address } = request;
        const current = { user, password: body.current_password, address, field: 'current_password' };
        const { new_password: password, delete_token: deletesToken } = body;
        const epoch = await changePassword(context, current, { password, deletesToken });
        await getSession(request).renew(user.id, epoch);
        return { detail: 'The password is changed.' };
      },
      {
        checkBody: (sent, request) => validateNewPassword(sent, 'new_password', getCaller(request).username),
      },
    ),
  ];
}

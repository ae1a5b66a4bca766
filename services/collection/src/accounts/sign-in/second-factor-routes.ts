import * as contracts from '@kitroom/collection-client';
import { endpoint, type Endpoint } from '@kitroom/server/http/endpoint';
import type { Context } from '../../context.ts';
import {
  confirmOwner,
  confirmTotp,
  disableTotp,
  renewRecoveryCodes,
  startTotp,
} from '../second-factor/set-up-totp.ts';
import { getSession } from '../sessions/browser-session.ts';
import { getCaller } from '../sessions/caller.ts';
import { finishLogin } from './finish-login.ts';
import { toSession } from './session-view.ts';

/** `/api/accounts/mfa/…` */
export function secondFactorRoutes(context: Context): Endpoint[] {
  const { storage } = context;
  return [
    endpoint(contracts.startTotp, (_input, request) => startTotp(context, getCaller(request))),
    endpoint(contracts.confirmTotp, async ({ body }, request) => {
      const user = getCaller(request);
      const { codes, epoch } = await confirmTotp(context, user.id, body.code);
      await getSession(request).renew(user.id, epoch);
      return { recovery_codes: codes };
    }),
    endpoint(contracts.removeTotp, async ({ body }, request) => {
      const user = getCaller(request);
      await confirmOwner(context, user, { ...body, address: request.address });
      const epoch = await disableTotp(context, user.id);
      await getSession(request).renew(user.id, epoch);
    }),
    endpoint(contracts.createRecoveryCodes, async ({ body }, request) => {
      const user = getCaller(request);
      await confirmOwner(context, user, { ...body, address: request.address });
      return { recovery_codes: await renewRecoveryCodes(context, user.id) };
    }),
    endpoint(contracts.finishLogin, async ({ body }, request) => {
      const { address, baseUrl } = request;
      const user = await finishLogin(context, getSession(request), { code: body.code, address });
      return toSession(user, { storage, baseUrl });
    }),
  ];
}

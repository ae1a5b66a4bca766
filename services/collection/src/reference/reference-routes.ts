import {
  CONTENT_TYPE_IDS,
  DESIGN_CODES,
  FIXED_LIMITS,
  getLimits,
  ITEM_COLOURS,
  ITEM_TYPES,
  listColours,
  listContentTypes,
  listDesigns,
  listSizes,
  SIZES,
  USERNAME_MAX,
  type ItemType,
} from '@kitroom/collection-client';
import type { Database } from '@kitroom/server/database/database';
import { endpoint, Reply, type Endpoint } from '@kitroom/server/http/endpoint';
import { BODY_BYTES_MAX } from '@kitroom/server/http/request-body';
import { KEYWORD_MAX, type BodyOf } from '@kitroom/shared';
import { PASSWORD_MIN } from '../accounts/passwords/check-password.ts';
import { findCaller } from '../accounts/sessions/caller.ts';
import { isSignUpOpen } from '../accounts/sign-up/sign-up-rules.ts';
import type { Config } from '../config.ts';
import { toUsage } from '../user-limits/admit.ts';
import { findUsage } from '../user-limits/usage-queries.ts';

/**
 * The endpoints of data that a front end needs before it shows a form. Only the usage of a signed-in user is
 * read from the database.
 */
export function referenceRoutes({ config, db }: { config: Config; db: Database }): Endpoint[] {
  const limits = describeLimits(config);
  return [
    endpoint(listColours, () => [...ITEM_COLOURS]),
    endpoint(listSizes, () => [...SIZES]),
    endpoint(listDesigns, () => [...DESIGN_CODES]),
    endpoint(listContentTypes, () => ITEM_TYPES.map(toContentType)),
    endpoint(getLimits, async (_input, request) => {
      const caller = findCaller(request);
      const usage = caller && (await findUsage(db, caller.id));
      const headers = usage ? { 'Cache-Control': 'private, no-cache' } : undefined;
      const body = { ...limits, ...(usage && { usage: toUsage(config, usage) }) };
      return new Reply(body, { headers: { Vary: 'Authorization, Cookie', ...headers } });
    }),
  ];
}

function toContentType(type: ItemType) {
  return { id: CONTENT_TYPE_IDS[type], item_type: type, name: type[0]?.toUpperCase() + type.slice(1) };
}

function describeLimits(config: Config): BodyOf<typeof getLimits> {
  return {
    requests: {
      anonymous: config.THROTTLE_ANON,
      user: config.THROTTLE_USER,
      archive: config.THROTTLE_ARCHIVE,
      shared: config.THROTTLE_SHARED,
      login: config.THROTTLE_LOGIN,
    },
    ...FIXED_LIMITS,
    body_max_bytes: BODY_BYTES_MAX,
    keyword_max_length: KEYWORD_MAX,
    username_max_length: USERNAME_MAX,
    password_min_length: PASSWORD_MIN,
    sign_up: isSignUpOpen(config) ? 'open' : 'closed',
    password_sign_in: config.PASSWORD_SIGN_IN,
  };
}

import { Router, type RequestHandler, type Response } from 'express';
import { overviewRoute } from '@kitroom/server/audit/overview';
import type { Database } from '@kitroom/server/database/database';
import { ServiceError } from '@kitroom/server/http/errors';
import type { Frame } from '@kitroom/server/pages/layout';
import {
  createPageRouter,
  goTo,
  type PageRoute,
  type PageRouterOptions,
} from '@kitroom/server/pages/page-router';
import { resourceRoutes, suggestRoute } from '@kitroom/server/pages/resource-routes';
import { saveSession } from '@kitroom/server/sessions/session-store';
import { openAccountPages } from '../account-pages/account-endpoints.ts';
import type { PageParts } from '../account-pages/account-site.ts';
import { confirmRoutes } from '../account-pages/confirm-pages.ts';
import { secondFactorRoutes } from '../account-pages/second-factor-pages.ts';
import { signInRoutes } from '../account-pages/sign-in-pages.ts';
import { identifyBrowser } from '../accounts/access/identify.ts';
import { translateUserDeleted } from '../accounts/access/user-deleted.ts';
import { hasSecondFactor } from '../accounts/second-factor/totp-queries.ts';
import { findSignedIn } from '../accounts/sessions/caller.ts';
import type { UserRow } from '../accounts/users/user-queries.ts';
import { insertAuditEntry } from '../audit/audit-queries.ts';
import type { Config } from '../config.ts';
import type { Context } from '../context.ts';
import { ACCOUNTS_ROOT, ADMIN_ROOT } from '../paths.ts';
import type { Storage } from '../storage/storage.ts';
import { suggest, SUGGESTED_KINDS } from './admin-item-queries.ts';
import { appTokenResource } from './app-token-resource.ts';
import { AUDIT_LOG, AUDIT_VIEW } from './audit-log.ts';
import { itemResource } from './item-resource.ts';
import { jobResource, mailResource } from './job-resource.ts';
import { photoResource } from './photo-resource.ts';
import { tokenResource } from './token-resource.ts';
import { userResource } from './user-resource.ts';

/**
 * The root of the pages where staff sign in, confirm, and set up a second factor, if there are no account
 * pages.
 */
const OWN_SIGN_IN_ROOT = `${ADMIN_ROOT}/account`;

const FRAME: Frame = {
  name: 'Kitroom collection',
  home: `${ADMIN_ROOT}/`,
  navigation: [
    {
      label: 'Collectors',
      items: [
        { href: `${ADMIN_ROOT}/`, label: 'Overview' },
        { href: `${ADMIN_ROOT}/users`, label: 'Users' },
        { href: `${ADMIN_ROOT}/tokens`, label: 'Tokens' },
        { href: `${ADMIN_ROOT}/app-tokens`, label: 'App tokens' },
        { href: `${ADMIN_ROOT}/items`, label: 'Items' },
        { href: `${ADMIN_ROOT}/photos`, label: 'Photos' },
      ],
    },
    {
      label: 'Operation',
      items: [
        { href: `${ADMIN_ROOT}/jobs`, label: 'Jobs' },
        { href: `${ADMIN_ROOT}/mails`, label: 'Unsent e-mails' },
        { href: `${ADMIN_ROOT}/audit-log`, label: 'Audit log' },
      ],
    },
  ],
};

/**
 * The admin interface, `/admin/…`, and its own pages for sign-in and second factor if there are no account
 * pages.
 */
export function createAdminPages(context: Context, parts: Pick<PageParts, 'sessions' | 'endpoints'>): Router {
  const { config } = context;
  const signInRoot = config.ACCOUNT_PAGES ? ACCOUNTS_ROOT : OWN_SIGN_IN_ROOT;
  const shared = {
    publicUrl: config.PUBLIC_URL,
    debug: config.DEBUG,
    translateError: translateUserDeleted(context),
    session: [...parts.sessions, identifyBrowser(context)],
    nameVisitor: ({ username }: UserRow) => username,
    signInPath: `${signInRoot}/login`,
    signOutPath: `${signInRoot}/logout`,
  };
  const admin = createPageRouter<UserRow>({
    ...shared,
    root: ADMIN_ROOT,
    frame: FRAME,
    session: [...shared.session, authorizeAdmin(context, `${signInRoot}/mfa`)],
    findVisitor: (_request, response) =>
      config.ACCOUNT_PAGES ? requireStaff(response) : findStaff(response),
    imageOrigins: pictureOrigins(context),
    hasScript: true,
    routes: adminRoutes(context),
  });
  return config.ACCOUNT_PAGES
    ? admin
    : Router().use(createSignInPages(context, parts.endpoints, shared), admin);
}

type SharedOptions = Omit<PageRouterOptions<UserRow>, 'root' | 'frame' | 'findVisitor' | 'routes'>;

function createSignInPages(
  context: Context,
  endpoints: PageParts['endpoints'],
  shared: SharedOptions,
): Router {
  const pages = openAccountPages(context, endpoints);
  const site = {
    root: OWN_SIGN_IN_ROOT,
    home: `${ADMIN_ROOT}/`,
    hasSignUp: false,
    isWelcome: ({ is_staff: isStaff }: UserRow) => isStaff,
  };
  const frame: Frame = { ...FRAME, navigation: [] };
  return createPageRouter<UserRow>({
    ...shared,
    root: OWN_SIGN_IN_ROOT,
    frame,
    findVisitor: (_request, response) => findSignedIn(response),
    routes: [
      ...signInRoutes(context, site, pages),
      ...confirmRoutes(context, site, pages),
      ...secondFactorRoutes(context, pages),
    ],
  });
}

/** The signed-in member of staff. All other users are redirected to the staff sign-in. */
function findStaff(response: Response): UserRow | undefined {
  const user = findSignedIn(response);
  return user?.is_staff ? user : undefined;
}

/**
 * Like `findStaff`, but throws a 403 if the signed-in user is not staff. They can sign out on the account
 * pages.
 */
function requireStaff(response: Response): UserRow | undefined {
  const user = findSignedIn(response);
  if (!user || user.is_staff) return user;
  const explanation = `You are signed in as ${user.username}, who is not.`;
  throw new ServiceError(
    'forbidden',
    `You do not have access to these pages: they are for staff. ${explanation}`,
  );
}

function adminRoutes(context: Context): Array<PageRoute<UserRow>> {
  const { db, metrics } = context;
  const [mails, photos] = [mailResource(context), photoResource(context)];
  return [
    overviewRoute(db, {
      recent: metrics.recent,
      figures: ['user', 'item', 'photo', 'token'].map((noun) => {
        const plural = `${noun}s`;
        return { singular: noun, plural, table: plural, path: `/${plural}` };
      }),
      growth: [
        { singular: 'new user', plural: 'new users', table: 'users', at: 'users.created_at' },
        { singular: 'new item', plural: 'new items', table: 'items', at: 'items.created_at' },
        { singular: 'new photo', plural: 'new photos', table: 'photos', at: 'photos.uploaded_at' },
      ],
      hasJobs: true,
      view: AUDIT_VIEW,
      except: 'sign-in',
    }),
    ...resourceRoutes(db, userResource(context)),
    ...resourceRoutes(db, tokenResource(context)),
    ...resourceRoutes(db, appTokenResource(context)),
    ...resourceRoutes(db, itemResource(context)),
    ...resourceRoutes(db, photos),
    ...resourceRoutes(db, jobResource(context, mails, photos)),
    ...resourceRoutes(db, mails),
    ...resourceRoutes(db, AUDIT_LOG),
    suggestRoute(SUGGESTED_KINDS, (kind, typed) => suggest(db, kind, typed)),
  ];
}

const PLACEHOLDER_URL = 'http://here.invalid';

/** The external origins of the service's pictures: a bucket, or a CDN. */
function pictureOrigins({ storage }: { storage: Storage }): string[] {
  const { origin } = new URL(storage.url('avatars/any.webp', PLACEHOLDER_URL));
  return origin === PLACEHOLDER_URL ? [] : [origin];
}

declare module 'express-session' {
  interface SessionData {
    /** Whether the session's first use of the admin interface is in the audit log. */
    isAudited: boolean;
  }
}

const FACTOR_NEEDED =
  'The admin pages are for staff with multi-factor sign-in. Set it up here, then open them again.';

/**
 * Redirects staff without a second factor to `factorPath`, unless ADMIN_REQUIRE_MFA is off. The first
 * authorised request of a session is written to the audit log, as the sign-in itself may have been much
 * earlier, by any method.
 */
function authorizeAdmin(
  { db, config }: { db: Database; config: Config },
  factorPath: string,
): RequestHandler {
  return async (request, response, next) => {
    const user = findSignedIn(response);
    if (!user?.is_staff) return next();
    if (config.ADMIN_REQUIRE_MFA && !(await hasSecondFactor(db, user.id))) {
      request.session.flash = { kind: 'problem', text: FACTOR_NEEDED };
      await saveSession(request);
      return goTo(response, factorPath, { root: ADMIN_ROOT, publicUrl: config.PUBLIC_URL });
    }
    if (!request.session.isAudited) {
      const after = { address: request.ip };
      await insertAuditEntry(db, { actor: user, action: 'sign in', subject: 'sign-in', after });
      request.session.isAudited = true;
    }
    next();
  };
}

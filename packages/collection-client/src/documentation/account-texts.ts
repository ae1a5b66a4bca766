import { PHOTO_FORMATS } from '../contracts/photos.ts';
import { AVATAR_PIXELS } from '../contracts/profile.ts';
import { CONFIRMATION_MINUTES } from '../contracts/sessions.ts';
import { SOCIAL_ERROR_PARAMETER, SOCIAL_ERRORS } from '../contracts/social.ts';
import { APP_TOKENS_MAX } from '../contracts/tokens.ts';

const SOCIAL_CODES = Object.keys(SOCIAL_ERRORS)
  .map((code) => `\`${code}\``)
  .join(', ');

/** Descriptions of users, accounts, sessions and tokens. */
export const ACCOUNT_TEXTS = {
  'tags.Tokens': 'Tokens for apps and scripts.',
  'tags.Accounts': 'Sign-up, sign-in and account management, for browsers with a session.',
  'tags.Users': 'Public information about users.',

  User: 'A user’s public information.',
  username: 'The name for signing in; part of the user’s URLs.',
  'createToken.set.username, login.set.username': 'The username, or the e-mail address.',
  'User.name, user.name, Profile.name, CollectionOwner.name': 'The full name; may be empty.',
  'unlockShared.set.password': 'The password of the link.',
  current_password: 'The current password.',

  Token: 'The user’s one API token.',
  'Token.token': 'Send it as `Authorization: Token <token>`. It is valid until it is deleted.',
  AppToken: 'A token that a user created for one app.',
  CreatedAppToken: 'A new app token, with its secret.',
  CurrentToken: 'The token that authenticates the request.',
  'AppToken.id, CreatedAppToken.id': 'Identifies the app token; it grants no access.',
  'createAppToken.set.name, AppToken.name, CreatedAppToken.name': 'What the user calls the app.',
  'CurrentToken.name': 'What the user calls the app; null for the user’s one token.',
  'createAppToken.set.scope, AppToken.scope, CreatedAppToken.scope, CurrentToken.scope':
    '`read`: only GET, HEAD and OPTIONS; `write`: everything that a token may do, reading included.',
  'createAppToken.set.expires_at':
    'When the token stops working; null or omitted: never. It must be in the future.',
  'AppToken.expires_at, CreatedAppToken.expires_at': 'When the token stops working; null: never.',
  'CurrentToken.expires_at': 'When the token stops working; null: never, as the user’s one token.',
  'AppToken.created_at, CreatedAppToken.created_at, CurrentToken.created_at':
    'When the token was created, in UTC.',
  'CreatedAppToken.token':
    'The secret, which is shown only once. It begins with `kitroom_`. Send it as `Authorization: Token <token>` or ' +
    '`Bearer <token>`.',
  CsrfToken: 'The CSRF token that browsers send with unsafe requests.',
  Session: 'The signed-in user, or the owner of the token.',
  is_authenticated: 'Whether a user is signed in.',
  is_staff: 'Whether the user may use `/admin/`.',
  Detail: 'The outcome.',
  'Detail.detail, Confirmed.detail': 'The outcome, as an English sentence.',
  MfaRequired: 'The password is correct; a second-factor code is required.',
  mfa_required: 'Always true: send the same request with `code`.',
  Confirmed: 'The user has been reauthenticated.',
  ConfirmationRequired: 'Reauthentication is required.',
  FieldErrors: 'Validation errors by field; `non_field_errors` concern the whole input.',

  Profile: 'The caller’s own profile.',
  'Profile.id, user.id, CollectionOwner.id': 'Identifies the user, as in `/api/collections/{user_id}/`.',
  email: 'An e-mail address; unique, ignoring case. An international domain is stored as in DNS, `xn--…`.',
  is_email_verified: 'Whether the address has been verified.',
  biography: 'The user’s description of themselves; may be empty.',
  location: 'Where the item is kept. Visible only to the owner.',
  mfa_enabled: 'Whether multi-factor sign-in is enabled.',
  'Profile.created_at, CollectionOwner.created_at': 'When the account was created, in UTC.',
  'patchProfile.set.is_private, Profile.is_private, CollectionOwner.is_private':
    'Whether the profile and its items are hidden from others.',

  OwnSessions: 'The user’s sessions and API token.',
  OwnSession: 'A session of the user.',
  'token.created_at': 'When the token was created, in UTC.',
  'OwnSession.created_at': 'When the user signed in, in UTC.',
  TotpSetup: 'A new secret for an authenticator app.',
  RecoveryCodes: 'Recovery codes, each valid once in place of an authenticator code.',
  SocialProvider: 'An identity provider for signing in.',
  SocialError: 'Why a sign-in with a provider failed.',
  'SocialError.code': 'A machine-readable reason, as listed in the description of the endpoint.',
  'finishSocialLogin.filter.code': 'The authorization code of the provider.',
  state: 'The value that ties the callback to the sign-in of this browser.',
  iss: 'The issuer, for providers that name it.',
  'finishSocialLogin.filter.error': 'The provider’s error code, such as `access_denied`.',
  error_description: 'The provider’s error message; only logged.',

  400: 'Validation errors keyed by field, or `detail` if the body cannot be read.',
  401: 'Credentials are missing or invalid.',
  403: 'The caller may not do this, the token may only read, the request comes from another origin, or its `X-CSRF-Token` is missing or invalid.',
  409: 'The item is being changed by other requests, or the state of the import, or of another one, does not allow this now.',
  412: 'The item or photo has changed since the `ETag` of `If-Match`.',
  422: 'The `Idempotency-Key` was used for another request.',
  429: 'The rate limit is exceeded; see `Retry-After`.',

  url: "The user's URL.",
  last_used_at: 'Accurate to the minute; null if never used.',
  user: "The owner's id.",
  code: 'Required if multi-factor sign-in is on: a code from the authenticator app, or a recovery code.',
  key: 'The key from the e-mail.',
  provider: 'The name from `GET social/`.',
  token: 'The secret of the share link.',
  'set.username':
    'Letters, digits and `@.+-_`; unique, ignoring case. A new name with an `@` must be the e-mail address of' +
    ' the account.',
  'set.password': 'Required if the account has one.',
  'set.new_password, signup.set.password, confirmPasswordReset.set.password':
    'At least 8 characters; not a common password, not entirely numeric, and not similar to the username.',
  'set.delete_token': 'Whether to delete the user’s one token and all app tokens too.',
  'set.biography': 'A short biography.',
  'set.avatar':
    `${PHOTO_FORMATS.join(', ')}; detected by content, not by file name. The picture is cropped to the ` +
    'centre.',
  'filter.username': 'The username, case-insensitive.',
  'endSession.filter.id': 'The id of a session, from `GET /api/accounts/sessions/`.',
  'filter.next':
    'Where to redirect the browser in the end: a path of this site, or a URL of an allowed origin.',

  createToken:
    'Each user has one token, which stays the same until it is deleted. Failed attempts are counted per user ' +
    'and IP address; after too many, even the correct password gets status 429. `username` may also be ' +
    'the e-mail address.',
  'createToken.set.password, login.set.password, deleteAccount.set.password': 'The password of the account.',

  getToken: 'What an app needs to know about its token.',

  deleteToken:
    'With an app token: deletes it, so that an app can sign out. With the user’s one token, or in a session: deletes ' +
    'the one token, for everything that uses it; the next sign-in for a token creates a new one. Takes effect ' +
    'immediately.',

  listAppTokens: 'Expired app tokens stay in the list until they are deleted.',
  'listAppTokens.200': 'Newest first, without their secrets.',

  createAppToken: `A user has at most ${APP_TOKENS_MAX} app tokens, expired ones included. The owner is notified by e-mail.`,
  'createAppToken.201': 'The app token, with its secret.',

  deleteAppToken: 'From then on, the token is rejected. The owner is notified by e-mail.',
  'deleteAppToken.filter.id': 'The id from `GET tokens/`.',

  logout: 'Ends the session of this browser. An app signs out with `DELETE token/`.',

  getCsrfToken: 'Starts a session if the request has no session. The token does not change on sign-in.',

  getSession: 'Identified by the session or the API token.',
  'getSession.200': 'The signed-in user, if any.',

  login:
    'Sets the cookie of a new session. `username` may also be the e-mail address. Failed attempts are counted' +
    ' per user and IP address; after too many, even the correct password gets status 429. From another site, where browsers do not keep the ' +
    'cookie, the response is 403: use a token instead.',
  'login.401, finishLogin.401': 'The password is correct; repeat the request with `code`.',

  signup:
    'Sends a verification key to the e-mail address. The account can sign in once the address is verified; ' +
    'accounts that are not verified within a week are removed.',
  'signup.set.name, patchProfile.set.name, putUser.set.name, patchUser.set.name': 'The full name.',

  verifyEmail:
    'Keys are valid for 3 days and can be used once. For a changed address, this applies the change.',

  resendVerification:
    'The response does not reveal whether an unverified account has this address. At most one e-mail a minute' +
    ' is sent.',
  'resendVerification.200': 'If an unverified account has this address, an e-mail is being sent.',

  resetPassword:
    'The response does not reveal whether an account has this address. At most one e-mail a minute is sent.',
  'resetPassword.200': 'If an account has this address, an e-mail is being sent.',

  confirmPasswordReset:
    'Ends all sessions of the account, deletes its tokens, and verifies its e-mail address.',

  changePassword:
    'Ends all other sessions. Tokens remain valid unless `delete_token` is set. A wrong current ' +
    'password counts as a failed sign-in.',

  confirmSession:
    `Lets this session change credentials for the next ${CONFIRMATION_MINUTES} minutes, as signing in does, ` +
    'and gives it a new id. A wrong password or code counts as a failed sign-in. Users without a password ' +
    'sign in again with a linked provider.',

  listSessions: 'A session expires after 14 days without use, and after 90 days at the latest.',

  startTotp:
    'TOTP (RFC 6238) with SHA-1, 6 digits and 30 seconds. Multi-factor sign-in is on once a code is ' +
    'confirmed; until then, each request creates a new secret.',

  removeTotp:
    'Invalidates the recovery codes and ends all other sessions. A wrong password counts as a failed sign-in.',

  confirmTotp: 'Ends all other sessions, as they started without a code. Tokens remain valid.',
  'confirmTotp.set.code': 'A code from the authenticator app.',

  createRecoveryCodes: 'Invalidates the old codes. A wrong password counts as a failed sign-in.',

  finishLogin:
    'Available in the same browser for 10 minutes after a social sign-in returned `mfa_required`. A wrong ' +
    'code counts as a failed sign-in.',
  'finishLogin.set.code': 'A code from the authenticator app, or a recovery code.',

  startSocialLogin:
    'For browsers. A signed-in user links the provider to the account, or re-authenticates if it is linked ' +
    'already; pages of other origins cannot trigger this. Linking requires a session that signed in or ' +
    'confirmed within the last 15 minutes.',
  'startSocialLogin.302': 'Redirects to the provider.',

  finishSocialLogin:
    'For browsers. Signs in the user of a known identity; a new identity with a verified e-mail address ' +
    `creates an account. If the sign-in fails, \`${SOCIAL_ERROR_PARAMETER}\` is added to \`next\`: ${SOCIAL_CODES}. After ` +
    '`link_required`, the provider is linked once the user signs in to the account in this browser within 10 ' +
    'minutes; after `mfa_required`, `POST mfa/login/` completes the sign-in. Without a `next`, the response ' +
    'contains the code.',
  'finishSocialLogin.302': 'Redirects to `next`.',
  'finishSocialLogin.400': 'Why the sign-in failed.',
  'finishSocialLogin.403':
    'Why the user is not admitted. Browsers get a page. Nothing is stored, and nobody is redirected.',

  unlinkSocialProvider: 'Refused if it is the only way to sign in.',

  patchProfile:
    'Omitted fields are left unchanged. A new e-mail address is `pending_email` until it is verified with the' +
    ' key sent to it; the old address is notified. An `email` that differs from the current one requires a ' +
    'session that signed in or confirmed within the last 15 minutes; an API token is not sufficient. The ' +
    'picture has its own endpoint.',
  'patchProfile.set.location': "The user's location.",

  putAvatar: `The picture is stored as a square WebP of at most ${AVATAR_PIXELS} pixels, without metadata.`,

  exportAccount:
    'A ZIP archive of JSON files and the stored images. With an API token it contains the profile, items and ' +
    'photos; with a session, sign-in data too.',

  deleteAccount:
    'Immediately deletes the account with its items, photos, files, sessions and tokens. Confirm with the ' +
    'password, or with `username` if the account has none. A wrong password counts as a failed sign-in.',

  getUser: 'The caller, or a user whose profile is public.',

  putUser: 'An omitted name becomes empty.',

  'endSession.204': 'The session has ended, on all replicas.',

  'listUsers.200': 'The caller only.',

  'CsrfToken.csrf_token': 'For the `X-CSRF-Token` header of every write request.',

  'Session.user': 'Null if nobody is signed in.',

  'Profile.email': 'The e-mail address; visible only to the user.',
  'Profile.pending_email': 'A new address that is not verified yet, if any.',
  'Profile.location, CollectionOwner.location': 'The user’s location, as entered; may be empty.',
  'Profile.has_password': 'False for users who sign in with a provider only.',

  'Confirmed.confirmed_until': 'When this session stops being allowed to change credentials.',

  'OwnSessions.sessions': 'Most recently used first.',
  'OwnSessions.token': 'Null without a token.',

  'OwnSession.id': 'An identifier for URLs; it grants no access.',
  'OwnSession.user_agent': "The browser's last `User-Agent`.",
  'OwnSession.address': 'The IP address it was last used from.',
  'OwnSession.is_current': 'Whether it is the session of this request.',

  'TotpSetup.secret': 'In base 32, for manual entry.',
  'TotpSetup.otpauth_url': 'The same as a URL for authenticator apps, usually shown as a QR code.',

  'RecoveryCodes.recovery_codes': 'Shown only once; each code can be used once.',

  'SocialProvider.provider': 'The name in URLs.',
  'SocialProvider.name': 'The display name.',
  'SocialProvider.login_url': 'The URL to send a browser to; add `next` if needed.',
  'SocialProvider.auto_redirect': 'Whether sign-in screens should lead to it immediately.',
  'SocialProvider.linked': "Whether the provider is linked to the caller's account.",

  'Limits.usage': 'What the caller has and may have; absent for anonymous requests.',
  'usage.items': 'The number of items, drafts included.',
  'usage.items_max': 'The maximum number of items; null without a limit.',
  'usage.storage':
    'The bytes of all photos: originals and renditions, also of drafts and of photos without an item.',
  'usage.storage_max':
    'The maximum of bytes; null without a limit. Renditions are made after the upload and may exceed it.',
} as const;
